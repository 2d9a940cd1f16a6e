import { randomUUID } from 'node:crypto';
import { applyPending } from '../../src/app/apply-pending.js';
import { createFailures } from '../../src/app/each-separately.js';
import { applyReturnEffects, type ReturnEffectPorts } from '../../src/app/money/free-returned.js';
import type { Returns } from '../../src/core/catalogue/returns.js';
import type { Decision, LeadRecord } from '../../src/core/lead/lead-record.js';
import type { ReturnRequested } from '../../src/core/lead/lead-return.js';
import type { Booked } from '../../src/core/money/entry.js';
import { IDS } from './catalogue.js';
import { testLead, testAttempt } from './records.js';

const DAY_MS = 86_400_000;

/** The rules of a buyer that takes back what it may: 14 days, all leads. */
export const testReturns = (over: Partial<Returns> = {}): Returns => ({
  within_ms: 14 * DAY_MS,
  reasons: [
    { code: 'bad_phone', label: 'The number does not exist' },
    { code: 'wrong_age', label: 'Too young' },
  ],
  max_share_bp: 10_000,
  reverse_payout: true,
  give_back_place: false,
  release_claim: false,
  ...over,
});

/** Applies what returns owe by now, as a sweep does. */
export const applyReturns = (ports: ReturnEffectPorts): Promise<number> =>
  applyPending(
    ports,
    { kind: 'return', apply: applyReturnEffects, before: ports.clock() },
    createFailures(ports.log),
  );

/** When `soldLead` was accepted. */
export const SOLD_AT = new Date('2026-11-21T17:00:10Z');

/** Ann's lead, accepted by the buyer of the shared offer. */
export function soldLead(over: Partial<LeadRecord> = {}): LeadRecord {
  const { due_at: _, ...lead } = testLead({ id: randomUUID() });
  const { received_at: at } = lead;
  return {
    ...lead,
    state: 'accepted',
    runs: 1,
    intent: { at, submission: 1, buyer_id: IDS.buyer },
    attempts: [testAttempt({ number: 1, submission: 1, at, timeout_ms: 10_000, outcome: 'accepted' })],
    decision: soldTo(IDS.buyer),
    ...over,
  };
}

/** The decision of a lead that a buyer bought. */
export const soldTo = (buyer_id: string, over: Partial<Decision> = {}): Decision => ({
  ...{ code: 'ACCEPTED', at: SOLD_AT, payout_cents: 3_000, source: 'buyer', sale: bookedSale({ buyer_id }) },
  ...over,
});

/** The sale of `soldLead`, as it was booked. */
export const bookedSale = (over: Partial<Booked> = {}): Booked => ({
  buyer_id: IDS.buyer,
  buyer_cents: 4_500,
  affiliate_cents: 3_000,
  currency: 'USD',
  attempt: 1,
  catalogue_version: 1,
  ...over,
});

/** A request to return the lead, which nobody has decided. */
export const openRequest = (at: Date, decide_by: Date): ReturnRequested => ({
  ...{ at, code: 'bad_phone', by: 'callback', share: `buyer|${IDS.buyer}|2026-11`, decide_by },
  ...{ past_deadline: 'decline', shows_evidence: false },
  undoes: { reverse_payout: true, give_back_place: false, release_claim: false },
});
