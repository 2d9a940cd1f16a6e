import { ownersInTheWay } from '../duplicates/claim-status.js';
import type { IdentityKey } from '../search/search-record.js';
import type { Invariant, World } from './invariant.js';
import type { CheckedLead } from './records.js';

/** Tolerance: claims are checked shortly before the request leaves. */
const EDGE_MS = 120_000;

/** One accepted lead. Its claims were taken between `asked_at` and `left_at`. */
export interface CompletedSale {
  readonly lead: string;
  readonly offer: string;
  readonly buyer: string;
  /**
   * The identities of the lead that may have come twice. Two sales are compared by all identities that they share.
   */
  readonly identities: readonly IdentityKey[];
  /** When its submission was received. */
  readonly asked_at: Date;
  /** When the first request of its submission left. A repeat of the request takes no new claims; one that never left may. */
  readonly left_at: Date;
  /** The start of its duplicate window. */
  readonly accepted_at: Date;
  /** The times in which a return had released the claims. `to` is absent while they are not regained. */
  readonly released?: readonly { readonly from: Date; readonly to?: Date }[];
}

/** All sales of one identity. */
export interface IdentitySales {
  readonly identity: IdentityKey;
  readonly sales: readonly CompletedSale[];
}

/**
 * The sales of a lead, none if it was not sold. If claims were regained after a return, that counts like another sale
 * at that moment: nobody else may have been sold the person in between.
 */
export function salesOf(lead: CheckedLead): CompletedSale[] {
  const sale = saleOf(lead);
  if (!sale) return [];
  const released = (lead.returns ?? []).flatMap(({ claim_released, at, undone }) =>
    claim_released ? [{ from: at, ...(undone?.claim_regained ? { to: undone.at } : {}) }] : [],
  );
  if (released.length === 0) return [sale];
  const regained = released.flatMap(({ to }, i) =>
    to ? [{ ...sale, asked_at: to, left_at: to, released: released.slice(i + 1) }] : [],
  );
  return [{ ...sale, released }, ...regained];
}

/** The sale of a lead; undefined if the lead was not sold. */
function saleOf(lead: CheckedLead): CompletedSale | undefined {
  const { id, offer_id, state, decision, is_test, attempts, submission, intent, identities } = lead;
  if (state !== 'accepted' || is_test || !decision || !intent) return undefined;
  const left = attempts.find(
    (attempt) => attempt.submission === submission && attempt.outcome !== 'never_sent',
  );
  const left_at = left?.at ?? decision.at;
  const { buyer_id: buyer } = intent.sold ?? intent;
  const times = { asked_at: lead.received_at, left_at, accepted_at: decision.at };
  return { lead: id, offer: offer_id, buyer, identities, ...times };
}

export const soldOnce: Invariant<IdentitySales> = {
  name: 'sold-once',
  sentence: 'One identity is sold at most once in an offer’s scope and window.',
  faults: ({ identity, sales }, world) => {
    const inOrder = [...sales].sort((a, b) => a.left_at.getTime() - b.left_at.getTime());
    return inOrder.flatMap((sale, i) => {
      const other = inOrder.slice(0, i).find((one) => one.lead !== sale.lead && conflict(one, sale, world));
      return other ? [`leads ${other.lead} and ${sale.lead} are both sold (${identity.kind})`] : [];
    });
  },
};

/**
 * Whether two sales break the rule. Only the policy of the second sale decides, and it may allow what the policy of
 * the first would not. If it is not known which claim was first, both orders must have been forbidden, each by any
 * identity that they share: one offer may match only on email and the other only on phone.
 */
function conflict(a: CompletedSale, b: CompletedSale, world: World): boolean {
  const keys = new Set(a.identities.map(({ key }) => key));
  const shared = b.identities.filter(({ key }) => keys.has(key));
  if (a.left_at < b.asked_at) return excludes(a, b, shared, world);
  return excludes(a, b, shared, world) && excludes(b, a, shared, world);
}

/** Whether a return may have released the claims of the earlier sale when the later one took its own. */
const wasReleased = ({ released = [] }: CompletedSale, { asked_at, left_at }: CompletedSale): boolean =>
  released.some(({ from, to }) => from.getTime() <= left_at.getTime() + EDGE_MS && (!to || to >= asked_at));

/**
 * Whether the earlier sale blocked the later sale under every policy by which the later sale may have been evaluated.
 * Right after an offer changed its buyer, a process may still sell to the former buyer. So the buyers come from the
 * leads.
 */
function excludes(
  earlier: CompletedSale,
  later: CompletedSale,
  shared: readonly IdentityKey[],
  { history }: World,
): boolean {
  if (wasReleased(earlier, later)) return false;
  const policies = history.soldBy(later.offer, later.left_at).filter(({ buyer }) => buyer === later.buyer);
  const at = new Date(later.left_at.getTime() + EDGE_MS);
  const owner = {
    lead: earlier.lead,
    affiliate: '',
    submission: 1,
    offer: earlier.offer,
    buyer: earlier.buyer,
    at: earlier.accepted_at,
  };
  const held = shared.map(({ key }) => ({ key, owners: [owner] }));
  return (
    policies.length > 0 &&
    policies.every(
      ({ policy, buyer }) =>
        ownersInTheWay(held, shared, policy, { offer: later.offer, buyer }, at).length > 0,
    )
  );
}
