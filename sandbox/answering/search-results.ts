import type { Party } from '../party.js';

/** Entries that no reader should take: each has one fault. */
const ODD: readonly unknown[] = [
  null,
  { reference: 7, name: 'A number for a reference' },
  { reference: 'ODD-1' },
  { reference: 'ODD-2', name: 'A negative bid', payout: -5 },
  { reference: 'ODD-3', name: 'A bid in words', payout: 'twelve' },
  { reference: 'ODD-4', name: 'A question without options', questions: [{ name: 'q', type: 'select' }] },
];

/** A partner's search answer at `now`; its results can be submitted for 20 minutes unless they say otherwise. */
export function searchResults(
  { finds }: Party,
  now: Date,
  odd: boolean,
): { readonly results: readonly unknown[] } {
  const expires_at = new Date(now.getTime() + 20 * 60_000).toISOString();
  const found = finds.map((entry) => ({ expires_at, ...entry }));
  return { results: odd ? [...ODD, ...found] : found };
}
