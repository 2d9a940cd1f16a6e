import type { Connection } from 'mongoose';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { ZONE } from '../story/parties.js';
import { count, dayIn, type Tally } from '../tally.js';

type Row = Pick<LeadRecord, 'affiliate_id' | 'decision' | 'returns' | 'attempts'> & { readonly _id: string };

const PROJECTION = { affiliate_id: 1, decision: 1, returns: 1, attempts: 1 };

/** The leads that a buyer accepted in a month. */
export interface ReturnCount {
  sold: number;
  /** Those that stand as returned, without those for which an operator passed the rules. */
  returned: number;
}

const monthOf = (at: Date): string => dayIn(ZONE, at).slice(0, 7);
const minus = (cents: number | null): number | null => (cents === null ? null : 0 - cents);

/** What the leads themselves say, summed in memory: an accepted lead's attempt has its amounts. */
export async function tallyLeads(connection: Connection) {
  const tally: Tally = new Map();
  /** By buyer and month: `ID 2026-10`. */
  const returns = new Map<string, ReturnCount>();
  const leads = connection.collection<Row>('leads').find({ state: 'accepted' }, { projection: PROJECTION });
  for await (const lead of leads.batchSize(2_000)) addLead(tally, returns, lead);
  return { tally, returns };
}

function addLead(tally: Tally, counts: Map<string, ReturnCount>, lead: Row): void {
  const { decision, attempts, affiliate_id, returns = [] } = lead;
  const sale = decision?.sale;
  const money = attempts.find(({ number }) => number === sale?.attempt)?.money;
  if (!decision || !sale || !money) throw new Error(`the lead ${lead._id} does not say what it was sold for`);
  const price = sale.price_from_answer ? sale.buyer_cents : money.price_cents;
  const add = (
    kind: 'sale' | 'return' | 'return_reversal',
    at: Date,
    [buyer_cents, affiliate_cents]: readonly [number | null, number | null],
  ): void => {
    const month = monthOf(at);
    count(tally, { kind, month, party: `buyer ${sale.buyer_id}`, cents: buyer_cents });
    count(tally, { kind, month, party: `affiliate ${affiliate_id}`, cents: affiliate_cents });
  };
  add('sale', decision.at, [price, money.payout_cents]);
  const counted = countOf(counts, `${sale.buyer_id} ${monthOf(decision.at)}`);
  counted.sold += 1;
  for (const { at, payout_reversed, undone, overrode } of returns) {
    const payout = payout_reversed ? minus(money.payout_cents) : 0;
    add('return', at, [minus(price), payout]);
    if (undone) add('return_reversal', undone.at, [price, minus(payout)]);
    else if (!overrode) counted.returned += 1;
  }
}

function countOf(counts: Map<string, ReturnCount>, name: string): ReturnCount {
  const known = counts.get(name) ?? { sold: 0, returned: 0 };
  counts.set(name, known);
  return known;
}
