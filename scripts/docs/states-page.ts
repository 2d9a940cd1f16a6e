import { FINAL_STATES, isFinal, LEAD_ARROWS, type Arrow } from '../../src/core/lead/lead-states.js';
import { SEARCH_ARROWS } from '../../src/core/search/search-states.js';

/** docs/states.md, from the state machines in the code. */
export const statesPage = (): string => `# States

\`npm run docs\` makes this page from \`src/core/lead/lead-states.ts\` and \`src/core/search/search-states.ts\`; a test compares them.

Every transition is one conditional update on id, number and state. The number is the submission number of a lead and the run number of a
search (both stored as \`round\`). If two workers want the same lead, one wins, and the other reads the record and compensates. The store
refuses a transition that is not listed here.

## A lead

Every undecided lead except \`unknown\` has a \`due_at\`, when something looks at it again. ${FINAL_STATES.map((state) => `\`${state}\``).join(', ')} are final.

${diagram(LEAD_ARROWS, 'queued', isFinal)}

${table(LEAD_ARROWS)}

## A search

${diagram(SEARCH_ARROWS, 'new', (state) => state === 'done')}

${table(SEARCH_ARROWS)}
`;

/** Draws each pair of states once; the table names who makes the transition. */
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

interface Row {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly by: string;
  readonly when: string;
}

function table<State extends string>(arrows: readonly Arrow<State>[]): string {
  const single = arrows.map(({ from, to, by, when }): Row => ({ from: [from], to: [to], by, when }));
  const rows = merged(merged(single, 'from'), 'to').map(
    ({ from, to, by, when }) => `| ${from.join(', ')} | ${to.join(', ')} | ${by} | ${when} |`,
  );
  return ['| from | to | by | when |', '|---|---|---|---|', ...rows].join('\n');
}

/** Rows that differ only in `side` become one row. */
function merged(rows: readonly Row[], side: 'from' | 'to'): readonly Row[] {
  const groups = new Map<string, Row>();
  for (const row of rows) {
    const key = JSON.stringify({ ...row, [side]: [] });
    const known = groups.get(key);
    groups.set(key, known ? { ...known, [side]: [...known[side], ...row[side]] } : row);
  }
  return [...groups.values()];
}
