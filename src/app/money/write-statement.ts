import { SUBID_FIELDS } from '../../core/money/entry.js';
import {
  sumLines,
  type PartyKind,
  type StatementHead,
  type StatementLine,
  type StatementTotals,
} from '../../core/money/statement.js';
import { csvChunks, type Cell } from '../csv/write-csv.js';
import type { Statement } from './open-statement.js';

/** A statement in chunks of whole lines without the last line break. Returns the totals at the end. */
export type StatementText = AsyncGenerator<string, StatementTotals>;

const CHUNK = 500;

/**
 * What `leadkeep statement --json` and the APIs answer. The text is one JSON document. `before` are members that come
 * first.
 */
export async function* statementJson({ head, lines }: Statement, before: object = {}): StatementText {
  const { number, party, month, currency, time_zone, open_requests } = head;
  const { kind, handle, name } = party;
  const top = {
    ...before,
    ...(number === undefined ? { draft: true } : { number }),
    ...{ party: { kind, handle, name }, month, currency, time_zone },
    ...(open_requests && { open_requests }),
  };
  const sums = sumLines();
  let isFirst = true;
  let some = [`${JSON.stringify(top).slice(0, -1)},"lines":[`];
  for await (const line of lines) {
    some.push(`${isFirst ? '' : ','}${JSON.stringify(jsonLine(kind, line))}`);
    isFirst = false;
    sums.add(line);
    if (some.length < CHUNK) continue;
    yield some.join('\n');
    some = [];
  }
  const totals = sums.totals();
  const { offers, net_cents, null_amounts } = totals;
  some.push(`],${JSON.stringify({ offers, net_cents, null_amounts }).slice(1)}`);
  yield some.join('\n');
  return totals;
}

/** One party's line has no member of the other party's side, not even an empty one. */
function jsonLine(kind: PartyKind, { subids, external_id, reference, ...line }: StatementLine): object {
  if (kind === 'buyer') return { ...line, reference };
  const isAdjustment = line.kind === 'adjustment';
  return {
    ...line,
    ...(isAdjustment ? { reference } : {}),
    ...(subids ?? {}),
    ...(external_id === null ? {} : { external_id }),
  };
}

/** The columns of a statement's CSV, each with its cell. */
type Column = readonly [name: string, cell: (line: StatementLine, head: StatementHead) => Cell];

const BEFORE: readonly Column[] = [
  ['statement', (_line, { number }) => number ?? 'draft'],
  ['month', (_line, { month }) => month],
  ['party', (_line, { party }) => party.handle],
  ['party_name', (_line, { party }) => party.name],
  ['day', ({ day }) => day],
  ['kind', ({ kind }) => kind],
  ['lead_id', ({ lead_id }) => lead_id],
  ['reference', ({ reference }) => reference],
];
const AFTER: readonly Column[] = [
  ['offer', ({ offer }) => offer],
  ['program', ({ program }) => program],
  ['reason', ({ reason }) => reason],
  ['amount', ({ amount_cents }) => (amount_cents === null ? null : { cents: amount_cents })],
  ['currency', (_line, { currency }) => currency],
];
const SUBIDS: readonly Column[] = SUBID_FIELDS.map((name) => [name, ({ subids }) => subids?.[name]]);

/** The last column, so that what read the columns before by their places still does. */
const EXTERNAL: Column = ['external_id', ({ external_id }) => external_id];

const columnsOf = (kind: PartyKind): readonly Column[] =>
  kind === 'buyer' ? [...BEFORE, ...AFTER] : [...BEFORE, ...SUBIDS, ...AFTER, EXTERNAL];

/** What accounting software reads: one row for each line, and no row of totals. */
export async function* statementCsv({ head, lines }: Statement): StatementText {
  const columns = columnsOf(head.party.kind);
  const sums = sumLines();
  async function* rows(): AsyncGenerator<Cell[]> {
    for await (const line of lines) {
      sums.add(line);
      yield columns.map(([, cell]) => cell(line, head));
    }
  }
  yield* csvChunks(
    columns.map(([name]) => name),
    rows(),
  );
  return sums.totals();
}
