import { submitAnswer, type SubmitAnswerBody } from '../../core/answers/submit-answer.js';
import { DEFAULT_BOOKS, type Offer, type RuleOutcome } from '../../core/catalogue/types.js';
import { NO_FACTS } from '../../core/checks/check.js';
import { eligibility } from '../../core/checks/eligibility.js';
import { newAttempt } from '../../core/delivery/attempt.js';
import { applyDeliveryResult } from '../../core/delivery/apply-delivery-result.js';
import { payoutOf } from '../../core/money/payout.js';
import { priceOf } from '../../core/money/price.js';
import type { PartnerResult } from '../../core/search/partner-result.js';
import type { DeliveryResult } from '../../core/delivery/delivery-result.js';
import type { ProgramOut } from '../../core/search/offer-refusals.js';
import { usableResults, withoutPrograms } from '../../core/search/usable-partner-results.js';
import type { TestPost } from '../../core/test-post/test-post-lead.js';
import type { MappingEvaluator } from '../ports/mapping-evaluator.js';
import type { HttpResponse } from '../../core/delivery/http-result.js';
import type { Mappings } from '../ports/mappings.js';
import { classifyDelivery } from '../../core/delivery/classify-delivery.js';

/** One rule: whether it matches, or why it cannot be evaluated. */
export interface TracedRule {
  readonly rule: number;
  readonly when: string;
  readonly outcome: RuleOutcome;
  readonly holds: boolean | string;
}

/**
 * The text in `holds` for a rule that is skipped, because its result is neither true nor false. Any other text ends
 * the reading.
 */
export const NO_TRUE_OR_FALSE = 'does not return true or false';

export interface SampleRead {
  /** Absent: the offer has no rules, so its answers are in our own format. */
  readonly rules?: readonly TracedRule[];
  readonly delivered: DeliveryResult;
  /**
   * What the sale would be booked with. Null: nothing is configured. `bid`: the price is a partner's, so the bid of the
   * result that was shown comes before it. Absent: no sale, or no campaign sells the offer.
   */
  readonly price?: { readonly cents: number | null; readonly from: 'answer' | 'catalogue' | 'bid' };
  /** The answer that the affiliate would get. */
  readonly answer: SubmitAnswerBody;
}

/** Reads an answer to a delivery and shows what becomes of the lead. It uses the same code as the workers. */
export async function readSampleAnswer(
  {
    evaluator,
    mappings,
    clock,
  }: {
    readonly evaluator: MappingEvaluator;
    readonly mappings: Pick<Mappings, 'readAnswer'>;
    readonly clock: () => Date;
  },
  offer: Offer,
  { record, subject }: Pick<TestPost, 'record' | 'subject'>,
  answer: HttpResponse,
): Promise<SampleRead> {
  const rules = await traceRules(evaluator, offer, answer);
  const outcome = { kind: 'answered', ...answer } as const;
  const delivered = await classifyDelivery(outcome, clock, (said) => mappings.readAnswer(offer, said));
  const now = clock();
  const payout_cents = payoutOf(subject, subject.campaign_offer)?.cents ?? null;
  const money = { price_cents: null, payout_cents, currency: DEFAULT_BOOKS.currency, catalogue_version: 0 };
  const attempt = newAttempt(record, offer, now, money);
  const { change } = applyDeliveryResult(delivered, { lead: record, offer, attempt, now, random: 0 });
  const { decision } = change;
  const after = { ...record, state: change.state, ...(decision ? { decision } : {}) };
  const price = soldFor(delivered, subject);
  return {
    ...(rules ? { rules } : {}),
    delivered,
    ...(price ? { price } : {}),
    answer: submitAnswer(after).body,
  };
}

function soldFor(delivered: DeliveryResult, subject: TestPost['subject']): SampleRead['price'] {
  if (delivered.kind !== 'answered' || delivered.answer.outcome !== 'accepted') return undefined;
  const { price_cents } = delivered.answer;
  if (price_cents !== undefined) return { cents: price_cents, from: 'answer' };
  const { campaign_offer: campaignOffer } = subject;
  if (!campaignOffer) return undefined;
  const from = campaignOffer.offer.kind === 'partner' ? 'bid' : 'catalogue';
  return { cents: priceOf(subject, campaignOffer)?.cents ?? null, from };
}

async function traceRules(
  evaluator: MappingEvaluator,
  { id, delivery }: Offer,
  answer: HttpResponse,
): Promise<TracedRule[] | undefined> {
  if (!delivery.answers) return undefined;
  const traced: TracedRule[] = [];
  for (const [index, { when, outcome }] of delivery.answers.entries()) {
    const made = await evaluator.run<'read'>(id, { kind: 'read', rules: [{ when, outcome }], answer });
    const holds = !made.ok
      ? made.fault.replace(/^rule 1 /, '')
      : made.value.notes.some((note) => note.endsWith(NO_TRUE_OR_FALSE))
        ? NO_TRUE_OR_FALSE
        : made.value.rule === 1;
    traced.push({ rule: index + 1, when, outcome, holds });
  }
  return traced;
}

export type SampleResults =
  | {
      readonly ok: true;
      readonly results: readonly PartnerResult[];
      readonly faults: readonly string[];
      /** Programs of the answer that a search would not show for this lead. Absent: none. */
      readonly programs_out?: readonly ProgramOut[];
    }
  | { readonly ok: false; readonly fault: string };

/**
 * Reads a partner's answer to a search at `now`: the results that a search for this lead could show, and the faults that the
 * operator would see. Caps are left out.
 */
export async function readSampleResults(
  mappings: Pick<Mappings, 'readResults'>,
  offer: Offer,
  { subject }: Pick<TestPost, 'subject'>,
  answer: HttpResponse,
  now: Date,
): Promise<SampleResults> {
  const read = await mappings.readResults(offer, answer);
  if (!read.ok) return read;
  const { results, faults } = usableResults(read.value, now);
  const named = new Set(results.flatMap(({ programs }) => programs.map(({ value }) => value)));
  const out = programsRuledOut(subject, offer).filter(({ program }) => named.has(program));
  return {
    ok: true,
    results: withoutPrograms(results, new Set(out.map(({ program }) => program))),
    faults,
    ...(out.length > 0 && { programs_out: out }),
  };
}

/** A search does not ask a partner at all for a lead that the offer's own rules refuse. */
const programsRuledOut = (subject: TestPost['subject'], { programs }: Offer): ProgramOut[] =>
  programs.flatMap(({ value: program }) => {
    const refusal = eligibility.refuse({ ...subject, program, rules_hold: true }, NO_FACTS);
    return refusal ? [{ program, refusal }] : [];
  });
