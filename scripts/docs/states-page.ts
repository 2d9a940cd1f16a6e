import { FINAL_STATES, isFinal, LEAD_ARROWS, type Arrow } from '../../src/core/lead/lead-states.js';
import { SEARCH_ARROWS } from '../../src/core/search/search-states.js';

/** docs/states.md, from the state machines in the code. */
export const statesPage = (): string => `# States

Made from \`src/core/lead/lead-states.ts\` and \`src/core/search/search-states.ts\` by \`npm run docs\`; a test compares. Every transition is one
conditional update on id, round and state: of two that want the same lead, one wins, and the other reads and obeys. The store
refuses a transition that is not here.

## A lead

Undecided leads, all but \`unknown\`, have a \`due_at\` by which something looks at them again. ${FINAL_STATES.map((state) => `\`${state}\``).join(', ')} are final.

${diagram(LEAD_ARROWS, 'queued', isFinal)}

${table(LEAD_ARROWS)}

## A search

${diagram(SEARCH_ARROWS, 'new', (state) => state === 'done')}

${table(SEARCH_ARROWS)}
`;

/** Arrows of one pair of states are drawn once; the table says who makes them. */
function diagram<State extends string>(
  arrows: readonly Arrow<State>[],
  first: State,
  isLast: (state: State) => boolean,
): string {
  const pairs = new Set(arrows.map(({ from, to }) => `    ${from} --> ${to}`));
  const last = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))].filter(isLast);
  const lines = [`    [*] --> ${first}`, ...pairs, ...last.map((state) => `    ${state} --> [*]`)];
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n');
}

function table<State extends string>(arrows: readonly Arrow<State>[]): string {
  const rows = arrows.map(({ from, to, by, when }) => `| ${from} | ${to} | ${by} | ${when} |`);
  return ['| from | to | by | when |', '|---|---|---|---|', ...rows].join('\n');
}
