import type { Party } from '../party.js';

/** Invalid entries, each for one reason. */
const ODD: readonly unknown[] = [
  null,
  { reference: 7, name: 'A number for a reference' },
  { reference: 'ODD-1' },
  { reference: 'ODD-2', name: 'A negative bid', payout: -5 },
  { reference: 'ODD-3', name: 'A bid in words', payout: 'twelve' },
  { reference: 'ODD-4', name: 'A question without options', questions: [{ name: 'q', type: 'select' }] },
];

/** A partner's answer to a search at `now`. Its results are valid for 20 minutes unless they set their own time. */
export function searchResults(
  { finds }: Party,
  now: Date,
  odd: boolean,
): { readonly results: readonly unknown[] } {
  const expires_at = new Date(now.getTime() + 20 * 60_000).toISOString();
  const found = finds.map((entry) => ({ expires_at, ...entry }));
  return { results: odd ? [...ODD, ...found] : found };
}
