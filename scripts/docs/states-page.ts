import { FINAL_STATES, isFinal, LEAD_TRANSITIONS, type Transition } from '../../src/core/lead/lead-states.js';
import { SEARCH_TRANSITIONS } from '../../src/core/search/search-states.js';
import { referencePage } from './reference-page.js';

/** docs/reference/states.md, from the state machines in the code. */
export const statesPage = (): string =>
  referencePage(`# States

From \`src/core/lead/lead-states.ts\` and \`src/core/search/search-states.ts\`. Each transition is one conditional update on id, number, and state; the store
refuses any other. The number is the submission number of a lead, or the run number of a search. If two workers try to move the same record, one
succeeds. The other reads the record and gives back what it took.

## A lead

Every undecided lead except an \`unknown\` one has a \`due_at\`: the time at which a worker processes it again. ${FINAL_STATES.map((state) => `\`${state}\``).join(', ')} are final.

${diagram(LEAD_TRANSITIONS, 'queued', isFinal)}

${table(LEAD_TRANSITIONS)}

## A search

${diagram(SEARCH_TRANSITIONS, 'new', (state) => state === 'done')}

${table(SEARCH_TRANSITIONS)}
`);

/** Draws each pair of states once; the table names who makes the transition. */
function diagram<State extends string>(
  arrows: readonly Transition<State>[],
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

function table<State extends string>(arrows: readonly Transition<State>[]): string {
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
