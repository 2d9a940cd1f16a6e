import { compact } from '../../core/catalogue/compact.js';
import type { OfferEntry } from '../../core/catalogue/document.js';
import { formatDuration, parseDuration } from '../../core/catalogue/duration.js';
import type { AnswerRule, Delivery, Rule } from '../../core/catalogue/types.js';
import { DEFAULTS, filled, inUnits, rangeInUnits, unless } from './defaults.js';
import { exportEndpoint } from './endpoint.js';
import { exportReturns } from './returns.js';
import { exportVerify } from './verify.js';
import type { RawDelivery, RawOffer, RawRule } from './raw.js';

/** An offer as an operator writes it, without values that equal the default. `normaliseOffer` reads it back. */
export function exportOffer(entry: OfferEntry, buyerHandle: string): RawOffer {
  return compact({
    handle: entry.handle,
    id: entry.id,
    name: entry.name,
    buyer: buyerHandle,
    school: entry.school,
    kind: unless(entry.kind, DEFAULTS.kind),
    offer_type: entry.offer_type,
    // Files contain no retired entries, so only `paused` is written. `catalogue show` of an old version never shows a
    // retired one either.
    status: entry.status === 'paused' ? ('paused' as const) : undefined,
    price: inUnits(entry.price_cents),
    price_range: rangeInUnits(entry.price_range_cents),
    tcpa_text: entry.tcpa_text,
    consent_required: unless(entry.consent_required, DEFAULTS.consent_required),
    result_ttl: duration(entry.result_ttl_ms, DEFAULTS.result_ttl),
    required_fields: filled(entry.required_fields),
    eligibility: filled(entry.eligibility.map(exportRule)),
    programs: filled(
      entry.programs.map(({ value, label, price_cents, eligibility, required_fields }) =>
        compact({
          value,
          label,
          price: inUnits(price_cents),
          eligibility: filled(eligibility.map(exportRule)),
          required_fields: filled(required_fields),
        }),
      ),
    ),
    questions: filled(entry.questions) as RawOffer['questions'],
    duplicates: unless(entry.duplicates, DEFAULTS.duplicates) as RawOffer['duplicates'],
    caps: filled(entry.caps),
    returns: entry.returns && exportReturns(entry.returns),
    ...(entry.partner === undefined
      ? { delivery: exportDelivery(entry.delivery) }
      : {
          partner: compact({
            search: compact({
              ...exportEndpoint(entry.partner.search),
              test_url: entry.partner.search.test_url,
              results: entry.partner.search.results,
            }),
            submit: exportDelivery(entry.delivery),
            payout_share: entry.partner.payout_share,
          }),
        }),
    verify: entry.verify && exportVerify(entry.verify),
  });
}

function exportRule(rule: Rule): RawRule {
  if ('any' in rule) return { any: rule.any.map(exportRule) };
  const { field, when_missing, test } = rule;
  return compact({ field, ...test, when_missing: unless(when_missing, DEFAULTS.when_missing) }) as RawRule;
}

const exportDelivery = ({ follow_up, ...delivery }: Delivery): RawDelivery =>
  compact({
    ...exportEndpoint(delivery),
    window: duration(delivery.window_ms, DEFAULTS.window),
    idempotent: unless(delivery.idempotent, DEFAULTS.idempotent),
    answers: exportAnswers(delivery.answers),
    follow_up:
      follow_up &&
      compact({
        url: follow_up.url,
        every: formatDuration(follow_up.every_ms),
        for: formatDuration(follow_up.for_ms),
        headers: follow_up.headers,
        answers: exportAnswers(follow_up.answers),
      }),
    test_url: delivery.test_url,
    callback: delivery.callback,
  });

const exportAnswers = (rules: readonly AnswerRule[] | undefined): AnswerRule[] | undefined =>
  rules && [...rules];

const duration = (ms: number, byDefault: string): string | undefined =>
  ms === parseDuration(byDefault) ? undefined : formatDuration(ms);
