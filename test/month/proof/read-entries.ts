import type { Connection } from 'mongoose';
import type { Entry } from '../../../src/core/money/entry.js';
import { PLAYED_MONTH } from '../story/calendar.js';
import { ZONE } from '../story/parties.js';
import { count, dayIn, type Tally } from '../tally.js';

type Row = Omit<Entry, 'id'> & { readonly _id: string };

/** All entries, read plainly and summed in memory. */
export interface Entries {
  /** By the month in which it happened, and by the month on whose statements it stands. */
  readonly byMonth: Tally;
  readonly byPeriod: Tally;
  /** Without adjustments. */
  readonly ofLeads: Tally;
  readonly kinds: ReadonlyMap<string, number>;
  /** Entries of the closed month that stand on the next one's statements. */
  readonly late: number;
  readonly misplaced: readonly string[];
}

export async function readEntries(connection: Connection): Promise<Entries> {
  const byMonth: Tally = new Map();
  const byPeriod: Tally = new Map();
  const ofLeads: Tally = new Map();
  const kinds = new Map<string, number>();
  const misplaced: string[] = [];
  const { closed } = PLAYED_MONTH;
  let late = 0;
  for await (const found of connection.collection<Row>('entries').find().batchSize(5_000)) {
    const entry = found as Row;
    const { kind, month, period, day, at } = entry;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    if (day !== dayIn(ZONE, at) || month !== day.slice(0, 7)) misplaced.push(`${entry._id} is dated ${day}`);
    if (period !== month) late += 1;
    if (period !== month && !(month === closed.month && period === closed.next))
      misplaced.push(`${entry._id} of ${month} stands in ${period}`);
    for (const [party, cents] of sidesOf(entry)) {
      count(byMonth, { kind, party, month, cents });
      count(byPeriod, { kind, party, month: period, cents });
      if (kind !== 'adjustment') count(ofLeads, { kind, party, month, cents });
    }
  }
  return { byMonth, byPeriod, ofLeads, kinds, late, misplaced };
}

const sidesOf = ({ buyer_id, buyer_cents, affiliate_id, affiliate_cents }: Row) => [
  ...(buyer_id === undefined ? [] : [[`buyer ${buyer_id}`, buyer_cents] as const]),
  ...(affiliate_id === undefined ? [] : [[`affiliate ${affiliate_id}`, affiliate_cents] as const]),
];
