import { compact } from '../../core/catalogue/compact.js';
import type { OfferEntry } from '../../core/catalogue/document.js';
import { parseDuration } from '../../core/catalogue/duration.js';
import { centsOf } from '../../core/catalogue/money.js';
import type { AnswerRule, Delivery, FieldRule, PartnerApi, Rule } from '../../core/catalogue/types.js';
import type { LeadField } from '../../core/lead/fields.js';
import { derivedId, DEFAULTS } from './defaults.js';
import { endpointOf } from './endpoint.js';
import { normaliseReturns } from './returns.js';
import { normaliseVerify } from './verify.js';
import type { RawAnswerRule, RawDelivery, RawOffer, RawRule } from './raw.js';

/** An offer in its stored form. `buyerId` is the id of the buyer that the offer's handle names. */
export function normaliseOffer(raw: RawOffer, buyerId: string): OfferEntry {
  return compact({
    id: raw.id ?? derivedId('offer', raw.handle),
    handle: raw.handle,
    name: raw.name,
    buyer_id: buyerId,
    school: raw.school,
    kind: raw.kind ?? DEFAULTS.kind,
    offer_type: raw.offer_type,
    status: raw.status ?? DEFAULTS.status,
    price_cents: cents(raw.price),
    price_range_cents: rangeOf(raw.price_range),
    tcpa_text: raw.tcpa_text?.trim(),
    consent_required: raw.consent_required ?? DEFAULTS.consent_required,
    result_ttl_ms: ms(raw.result_ttl ?? DEFAULTS.result_ttl),
    required_fields: (raw.required_fields ?? []) as LeadField[],
    eligibility: (raw.eligibility ?? []).map(ruleOf),
    programs: (raw.programs ?? []).map(({ value, label, price, eligibility = [], required_fields = [] }) =>
      compact({
        value,
        label,
        price_cents: cents(price),
        eligibility: eligibility.map(ruleOf),
        required_fields: required_fields as LeadField[],
      }),
    ),
    questions: (raw.questions ?? []).map((question) => ({
      ...question,
      required: question.required ?? false,
    })),
    duplicates: { ...DEFAULTS.duplicates, ...raw.duplicates },
    caps: raw.caps ?? [],
    returns: raw.returns && normaliseReturns(raw.returns),
    delivery: deliveryOf(raw.partner?.submit ?? raw.delivery),
    partner: raw.partner && partnerOf(raw.partner),
    verify: raw.verify && normaliseVerify(raw.verify),
  });
}

function ruleOf(raw: RawRule): Rule {
  if (raw.any !== undefined) return { any: raw.any.map(ruleOf) };
  const field = raw.field as FieldRule['field'];
  return { field, when_missing: raw.when_missing ?? DEFAULTS.when_missing, test: testOf(raw) };
}

function testOf(raw: RawRule): FieldRule['test'] {
  if (raw.in !== undefined) return { in: raw.in };
  if (raw.not_in !== undefined) return { not_in: raw.not_in };
  if (raw.within_miles !== undefined) return { within_miles: raw.within_miles, of: raw.of ?? '' };
  if (raw.at_least !== undefined) return { at_least: raw.at_least };
  return compact({ min: raw.min, max: raw.max });
}

/** Removes the line break that YAML's `|` leaves at the end. It does not change an expression. */
const expression = (source: string | undefined): string | undefined => source?.trimEnd();

const answersOf = (raw: readonly RawAnswerRule[] | undefined): AnswerRule[] | undefined =>
  raw?.map(({ when, outcome, reference, reason, price, on }) =>
    compact({
      when: when.trimEnd(),
      outcome,
      reference: expression(reference),
      reason: expression(reason),
      price: expression(price),
      on: expression(on),
    }),
  );

function deliveryOf(raw: RawDelivery | undefined): Delivery {
  if (raw === undefined) throw new Error('An offer without an address reached normalising');
  const followUp = raw.follow_up;
  return compact({
    ...endpointOf(raw),
    window_ms: ms(raw.window ?? DEFAULTS.window),
    idempotent: raw.idempotent ?? DEFAULTS.idempotent,
    answers: answersOf(raw.answers),
    follow_up:
      followUp &&
      compact({
        url: followUp.url,
        every_ms: ms(followUp.every),
        for_ms: ms(followUp.for),
        headers: followUp.headers,
        answers: answersOf(followUp.answers),
      }),
    test_url: raw.test_url,
    callback: raw.callback,
  });
}

const partnerOf = ({ search, payout_share }: NonNullable<RawOffer['partner']>): PartnerApi =>
  compact({
    search: compact({
      ...endpointOf(search),
      test_url: search.test_url,
      results: expression(search.results),
    }),
    payout_share,
  });

const cents = (amount: number | undefined): number | undefined =>
  amount === undefined ? undefined : centsOf(amount);

/** A range of money in cents. */
export const rangeOf = (
  range: readonly [number, number] | undefined,
): readonly [number, number] | undefined => range && [centsOf(range[0]) ?? 0, centsOf(range[1]) ?? 0];

const ms = (duration: string): number => parseDuration(duration) ?? 0;
