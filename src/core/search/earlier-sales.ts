import type { Slot } from './search-record.js';

/** What the results envelope says about earlier sales. Only accepted leads count, not reserved slots. */
export function soldCounts(slots: readonly Slot[]): {
  accepted_count: number;
  true_exclusive_accepted: boolean;
} {
  const sold = slots.filter(({ state }) => state === 'sold');
  return {
    accepted_count: sold.length,
    true_exclusive_accepted: sold.some((slot) => slot.offer_type === 'true_exclusive'),
  };
}
