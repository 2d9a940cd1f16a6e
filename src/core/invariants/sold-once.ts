import { holdersInTheWay } from '../duplicates.js';
import type { IdentityKey } from '../records/search-record.js';
import { lastAttemptOf } from './holdings.js';
import type { Invariant, World } from './invariant.js';
import type { CheckedLead } from './records.js';

/** Claims are judged a moment before the request leaves. */
const EDGE_MS = 120_000;

/** One accepted lead of an identity. */
export interface Sale {
  readonly lead: string;
  readonly offer: string;
  /** When the request left that was accepted in the end. */
  readonly left_at: Date;
  /** From here its window counts. */
  readonly accepted_at: Date;
}

/** All sales of one identity. */
export interface IdentitySales {
  readonly identity: IdentityKey;
  readonly sales: readonly Sale[];
}

/** The sale that a lead is, when it is one. */
export function saleOf(lead: CheckedLead): Sale | undefined {
  const { id, offer_id, state, decision, is_test } = lead;
  if (state !== 'accepted' || is_test || !decision) return undefined;
  const left_at = lastAttemptOf(lead)?.at ?? decision.at;
  return { lead: id, offer: offer_id, left_at, accepted_at: decision.at };
}

export const soldOnce: Invariant<IdentitySales> = {
  name: 'sold-once',
  sentence: 'One identity is sold at most once in an offer’s scope and window.',
  faults: ({ identity, sales }, world) => {
    const inOrder = [...sales].sort((a, b) => a.left_at.getTime() - b.left_at.getTime());
    return inOrder.flatMap((sale, i) => {
      const earlier = inOrder.slice(0, i).find((one) => excludes(one, sale, identity, world));
      return earlier ? [`leads ${earlier.lead} and ${sale.lead} are both sold (${identity.kind})`] : [];
    });
  },
};

/** By every policy that the later sale may have been judged by, the earlier one was in its way. */
function excludes(earlier: Sale, later: Sale, identity: IdentityKey, { history }: World): boolean {
  const [was] = history.soldBy(earlier.offer, earlier.left_at).slice(-1);
  const policies = history.soldBy(later.offer, later.left_at);
  const at = new Date(later.left_at.getTime() + EDGE_MS);
  const holder = {
    lead: earlier.lead,
    affiliate: '',
    round: 1,
    offer: earlier.offer,
    buyer: was?.buyer ?? '',
  };
  const held = [{ key: identity.key, holders: [{ ...holder, at: earlier.accepted_at }] }];
  return (
    policies.length > 0 &&
    policies.every(
      ({ policy, buyer }) =>
        holdersInTheWay(held, [identity], policy, { offer: later.offer, buyer }, at).length > 0,
    )
  );
}
