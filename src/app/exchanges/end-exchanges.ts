import type { ExchangeStore, RecordOfExchanges } from '../ports/exchange-store.js';
import type { Removed } from '../retention/removed.js';

export interface EndPorts {
  readonly exchanges: Pick<
    ExchangeStore,
    'due' | 'recordsOf' | 'remove' | 'countFrom' | 'doubtful' | 'settle'
  >;
  readonly clock: () => Date;
}

const GONE: RecordOfExchanges = { forgotten: true, decided_at: null };
const BATCH = 500;
/** The rest is for the next turn, so that a shutdown does not wait long. */
const MAX_BATCHES = 10;
/** After this, a process that stored an exchange would have looked at its record. */
const DOUBTFUL_MS = 60_000;

/**
 * Ends exchanges whose records were decided before a moment, in small steps. Those of undecided records stay: their
 * term begins with the decision. It may be killed anywhere and run twice at once.
 */
export async function endExchanges({ exchanges, clock }: EndPorts, before: Date): Promise<Removed> {
  const now = clock();
  await exchanges.settle(await exchanges.doubtful(new Date(now.getTime() - DOUBTFUL_MS), BATCH));
  let ended = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const due = await exchanges.due(before, BATCH);
    if (due.length === 0) return { records: ended, isMoreDue: false };
    const records = await exchanges.recordsOf(due);
    const over: string[] = [];
    const moments: { readonly id: string; readonly from: Date }[] = [];
    for (const { id, record_id } of due) {
      const { forgotten, decided_at } = records.get(record_id) ?? GONE;
      if (forgotten || (decided_at !== null && decided_at < before)) over.push(id);
      // An undecided one is looked at again after a term; then its decision says from when the term counts.
      else moments.push({ id, from: decided_at ?? now });
    }
    await exchanges.remove(over);
    await exchanges.countFrom(moments);
    ended += over.length;
    if (due.length < BATCH) return { records: ended, isMoreDue: false };
  }
  return { records: ended, isMoreDue: true };
}
