import type { Amount } from '../money/amount.js';
import type { AttemptMoney } from '../money/entry.js';
import type { AmountsInForce } from './catalogue-history.js';
import type { Invariant } from './invariant.js';
import type { CheckedLead } from './records.js';

/**
 * What is booked without a timed change is by the version that the attempt names. This looks at what is not: where one was in
 * force in the minute before an attempt, or the attempt names one.
 */
export const pricedAsInForce: Invariant<CheckedLead> = {
  name: 'priced-as-in-force',
  sentence:
    'A request that leaves under a timed price or payout has that amount, and names the change; one that names a change has its amount.',
  faults: (lead, { history }) => {
    const { campaign_id, offer_id, program_id, search_id, submission } = lead;
    const line = history.amounts(campaign_id, offer_id, program_id);
    return lead.attempts
      .filter((attempt) => attempt.submission === submission)
      .flatMap(({ number, at, money }) => {
        const ever = line.until(at);
        const recent = line.inUse(at);
        const named = (money.timed_changes ?? []).filter((id) => !isNamed(id, money, ever));
        const faults = named.map(
          (id) => `attempt ${number} names timed change ${id}, which never set its price or payout`,
        );
        // A partner's price is its bid, and a result's payout is what was shown.
        const isBid = search_id !== undefined && ever.some(({ isPartner }) => isPartner);
        if (
          !isBid &&
          !isOneOf(
            money.price_cents,
            money,
            recent.map(({ price }) => price),
          )
        )
          faults.push(`attempt ${number} has a price of ${money.price_cents} cents, which was not in force`);
        const payouts = recent.map(({ payout }) => payout);
        if (search_id === undefined && !isOneOf(money.payout_cents, money, payouts))
          faults.push(
            `attempt ${number} has a payout of ${money.payout_cents} cents, which was not in force`,
          );
        return faults;
      });
  },
};

/** Whether a change that an attempt names set its price or its payout. */
const isNamed = (
  id: number,
  { price_cents, payout_cents }: AttemptMoney,
  ever: readonly AmountsInForce[],
): boolean =>
  ever.some(
    ({ price, payout }) =>
      (price?.change === id && price.cents === price_cents) ||
      (payout?.change === id && payout.cents === payout_cents),
  );

/** Whether an amount was in force, if any of these was set by a timed change, which must then be named. */
function isOneOf(
  cents: number | null,
  { timed_changes = [] }: AttemptMoney,
  inForce: readonly (Amount | undefined)[],
): boolean {
  if (!inForce.some((amount) => amount?.change !== undefined)) return true;
  return inForce.some(
    (amount) =>
      (amount?.cents ?? null) === cents &&
      (amount?.change === undefined || timed_changes.includes(amount.change)),
  );
}
