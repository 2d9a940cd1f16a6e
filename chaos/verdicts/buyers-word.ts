import type { Received } from '../../sandbox/memory.js';

export type BuyersVerdict = 'accepted' | 'rejected';

/** What was taken by these ("later", and then no) is refused in the end. */
const REFUSES_IN_THE_END = new Set(['LaterReject', 'CallbackReject']);

/** What a buyer would say of each lead that it has, if it were rung up: by id. One it never took is not there. */
export function verdictsOf(received: readonly Received[]): Map<string, BuyersVerdict> {
  const verdicts = new Map<string, BuyersVerdict>();
  for (const { what, taken, idempotency_key: id, decided_by } of received)
    if (what === 'lead' && taken && verdicts.get(id) !== 'accepted')
      verdicts.set(id, REFUSES_IN_THE_END.has(decided_by) ? 'rejected' : 'accepted');
  return verdicts;
}
