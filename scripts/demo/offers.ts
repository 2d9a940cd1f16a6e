import type { Answer } from './api.js';
import { bold, dim, say } from './paint.js';
import { expectThat } from './surprise.js';

/** The parts of a result that the demo reads. */
export interface ShownOffer {
  readonly svc_result_id: string;
  readonly offer: { readonly id: string; readonly name: string; readonly offer_type: string };
  readonly programs: readonly { readonly value: string; readonly payout?: number }[];
  readonly payout?: number;
  readonly form_fields: readonly { readonly name: string }[];
}

export const offersOf = (answer: Answer): readonly ShownOffer[] => answer['offers'] as ShownOffer[];

/** Prints the results and checks their order: best payout first, results without a payout last. */
export function showOffers(offers: readonly ShownOffer[]): void {
  for (const { payout, offer, programs, form_fields: fields } of offers) {
    const asks = fields.length > 0 ? dim(`  asks ${fields.map(({ name }) => name).join(', ')}`) : '';
    const paid = payout === undefined ? dim('     –') : bold(payout.toFixed(2).padStart(6));
    const names = programs.map(({ value }) => value).join(', ');
    say(`      ${paid}  ${offer.name.padEnd(42)} ${offer.offer_type.padEnd(10)} ${names}${asks}`);
  }
  const payouts = offers.map(({ payout }) => payout ?? -1);
  const ranked = payouts.every((payout, i) => i === 0 || payout <= (payouts[i - 1] ?? 0));
  expectThat(ranked, `offers ranked by payout, got ${payouts.join(', ')}`);
}

/** The result of the offer with this name. */
export function find(offers: readonly ShownOffer[], name: string): ShownOffer {
  const found = offers.find(({ offer }) => offer.name === name);
  expectThat(found !== undefined, `"${name}" among ${offers.map(({ offer }) => offer.name).join(', ')}`);
  return found;
}
