import { randomBytes } from 'node:crypto';
import type { mongo } from 'mongoose';
import { newsOf } from '../../../src/core/news/lead-news.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { toDocument } from '../../../src/platform/mongo/stores/documents.js';
import { manyLeads } from '../../../test/support/many/many-leads.js';
import type { Say } from '../scale-run.js';

const DAYS = 60;
/** The newest lead is so old: the ledger counts leads of today, and these have other caps. */
const EMPTY_DAYS = 2;
const DAY_MS = 86_400_000;
const BATCH = 2_000;
const SAY_EVERY = 100_000;
/** Each lead claims the identities of its person at several offers. */
export const CLAIMS_OF_A_LEAD = 10;
const DONE = 'filled';

interface Filled {
  readonly _id: string;
  readonly leads: number;
  /** No lead is newer. */
  readonly until: Date;
}
interface FeedHead {
  readonly _id: string;
  readonly last: number;
}
type Batches = Readonly<Record<'leads' | 'lead_news' | 'claims', object[]>>;

/**
 * Stores so many decided leads of the last two months, their news in the order of the feed, and ten claims for each. Does
 * nothing if they are there from an earlier run. Run it before `migrate`: an index over documents that exist takes less time.
 * Returns the moment after the newest lead. Throws the signal's reason when it is aborted.
 */
export async function fillStored(
  db: mongo.Db,
  wanted: number,
  { signal, say }: { readonly signal: AbortSignal; readonly say: Say },
): Promise<Date> {
  const marks = db.collection<Filled>('bench_filled');
  const filled = await marks.findOne({ _id: DONE });
  if (filled?.leads === wanted) return filled.until;
  await db.dropDatabase();
  const batches: Batches = { leads: [], lead_news: [], claims: [] };
  const until = new Date(Date.now() - EMPTY_DAYS * DAY_MS);
  let stored = 0;
  let writing = Promise.resolve();
  for (const { lead } of manyLeads({ leads: wanted, days: DAYS, until, seed: 1, zone: 'America/Chicago' })) {
    // A worker would take what is undecided.
    if (lead.decision === undefined) continue;
    stored += 1;
    batches.leads.push(toDocument({ ...lead, revision: 1 }));
    const { submission, state, decision } = lead;
    const owed = { kind: 'news', what: 'decided', since: decision.at, submission, state, decision } as const;
    for (const one of newsOf({ ...lead, revision: 1, pending_effects: [owed] }))
      batches.lead_news.push(toDocument({ ...one, position: stored, ordered_at: decision.at }));
    for (let n = 0; n < CLAIMS_OF_A_LEAD; n += 1) batches.claims.push(claimOf(lead));
    if (batches.leads.length === BATCH) {
      await writing;
      signal.throwIfAborted();
      writing = flush(db, batches);
    }
    if (stored % SAY_EVERY === 0) say(`${stored} leads are stored`);
  }
  await writing;
  await flush(db, batches);
  await db.collection<FeedHead>('meta').insertOne({ _id: 'lead_feed', last: stored });
  await marks.insertOne({ _id: DONE, leads: wanted, until });
  return until;
}

const claimOf = ({ id, received_at, affiliate_id, offer_id, buyer_id }: LeadRecord) => ({
  _id: randomBytes(32).toString('hex'),
  owners: [
    { lead: id, submission: 1, at: received_at, affiliate: affiliate_id, offer: offer_id, buyer: buyer_id },
  ],
});

/** Takes what is in the batches at once, so the next leads can be made while these are written. */
async function flush(db: mongo.Db, batches: Batches): Promise<void> {
  const write = async (name: string, documents: readonly object[]): Promise<void> => {
    for (let from = 0; from < documents.length; from += BATCH)
      await db.collection(name).insertMany(documents.slice(from, from + BATCH), { ordered: false });
  };
  await Promise.all(Object.entries(batches).map(([name, documents]) => write(name, documents.splice(0))));
}
