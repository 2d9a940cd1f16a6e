import type { Received } from '../../sandbox/memory.js';

export type BuyersVerdict = 'accepted' | 'rejected';

/** Behaviors ("later", and then no) that finally refuse a taken lead. */
const REFUSES_IN_THE_END = new Set(['LaterReject', 'CallbackReject']);

/** What a buyer would say about each lead on the phone, by id. Leads that it never took are left out. */
export function verdictsOf(received: readonly Received[]): Map<string, BuyersVerdict> {
  const verdicts = new Map<string, BuyersVerdict>();
  for (const { what, taken, idempotency_key: id, decided_by } of received)
    if (what === 'lead' && taken && verdicts.get(id) !== 'accepted')
      verdicts.set(id, REFUSES_IN_THE_END.has(decided_by) ? 'rejected' : 'accepted');
  return verdicts;
}
