import { compact } from '../../core/catalogue/compact.js';
import type {
  AffiliateEntry,
  BuyerEntry,
  CampaignEntry,
  CatalogueDocument,
  EntryKind,
} from '../../core/catalogue/document.js';
import { parseDuration } from '../../core/catalogue/duration.js';
import type { NoticeEndpoint } from '../../core/catalogue/types.js';
import type { Retention } from '../../core/retention/retention.js';
import { centsOf } from '../../core/catalogue/money.js';
import { parseLimit, type Limits } from '../../core/limits/limits.js';
import { normaliseAlerts } from './alerts.js';
import { derivedId, DEFAULTS, unless } from './defaults.js';
import { endpointOf } from './endpoint.js';
import { normaliseOffer, rangeOf } from './normalise-offer.js';
import { normaliseReturns, normaliseStages } from './returns.js';
import { normaliseVerify } from './verify.js';
import { normaliseTold } from './webhooks.js';
import type { RawAffiliate, RawBuyer, RawCampaign, RawCatalogue, RawNoticeEndpoint } from './raw.js';
import { minuteOf, WEEKDAYS } from '../../core/catalogue/wall-clock.js';

/**
 * Merges valid files into the stored form: ids and defaults filled in, money in cents, times in milliseconds,
 * references by id.
 */
export function normaliseCatalogue(files: readonly RawCatalogue[]): CatalogueDocument {
  const raws = {
    affiliates: files.flatMap((file) => file.affiliates ?? []),
    buyers: files.flatMap((file) => file.buyers ?? []),
    offers: files.flatMap((file) => file.offers ?? []),
    campaigns: files.flatMap((file) => file.campaigns ?? []),
  };
  const buyerIds = idsByHandle('buyer', raws.buyers);
  const affiliateIds = idsByHandle('affiliate', raws.affiliates);
  const offerIds = idsByHandle('offer', raws.offers);
  const books = files.find((file) => file.books !== undefined)?.books;
  const alerts = files.find((file) => file.alerts !== undefined)?.alerts;
  const four_eyes = files.find((file) => file.four_eyes !== undefined)?.four_eyes;
  const retention = files.find((file) => file.retention !== undefined)?.retention;
  const stages = files.find((file) => file.stages !== undefined)?.stages;
  return {
    ...(books && { books: compact({ ...books, ...billedOf(books) }) }),
    ...(alerts && { alerts: normaliseAlerts(alerts) }),
    ...(four_eyes === undefined ? {} : { four_eyes }),
    ...(retention && { retention: inMs(retention) }),
    ...(stages && { stages: normaliseStages(stages) }),
    affiliates: raws.affiliates.map(affiliateOf),
    buyers: raws.buyers.map(buyerOf),
    offers: raws.offers.map((raw) => normaliseOffer(raw, buyerIds(raw.buyer))),
    campaigns: raws.campaigns.map((raw) => campaignOf(raw, affiliateIds(raw.affiliate), offerIds)),
  };
}

const inMs = (terms: NonNullable<RawCatalogue['retention']>): Partial<Retention> =>
  Object.fromEntries(Object.entries(terms).map(([name, term]) => [name, parseDuration(term)]));

const affiliateOf = (raw: RawAffiliate): AffiliateEntry => ({
  id: raw.id ?? derivedId('affiliate', raw.handle),
  handle: raw.handle,
  name: raw.name,
  status: raw.status ?? DEFAULTS.status,
  dupe_check: raw.dupe_check === 'offers' ? true : (raw.dupe_check ?? DEFAULTS.dupe_check),
  ...compact({
    dupe_checks_per_day: raw.dupe_checks_per_day,
    // Off is the default, so it is not stored.
    accept_loose_formats: raw.accept_loose_formats === true ? true : undefined,
    limits: raw.limits && limitsOf(raw.limits),
    ...billedOf(raw),
  }),
  ...normaliseTold(raw),
});

const limitsOf = (raw: NonNullable<RawAffiliate['limits']>): Limits =>
  Object.fromEntries(
    Object.entries(raw).flatMap(([operation, typed]) => {
      const parsed = parseLimit(`${operation}=${typed}`);
      return parsed.ok ? [[parsed.operation, parsed.limit]] : [];
    }),
  );

const buyerOf = (raw: RawBuyer): BuyerEntry => ({
  id: raw.id ?? derivedId('buyer', raw.handle),
  handle: raw.handle,
  name: raw.name,
  time_zone: raw.time_zone ?? DEFAULTS.time_zone,
  status: raw.status ?? DEFAULTS.status,
  delivery_hours: (raw.delivery_hours ?? []).map(({ days, from, to }) => ({
    days: days.map((day) => (WEEKDAYS as readonly string[]).indexOf(day) + 1),
    from: minuteOf(from) ?? 0,
    to: minuteOf(to) ?? 0,
  })),
  holidays: raw.holidays ?? [],
  caps: raw.caps ?? [],
  ...compact({
    returns: raw.returns && normaliseReturns(raw.returns),
    stages: raw.stages && normaliseStages(raw.stages),
    revocation: raw.revocation && noticeOf(raw.revocation),
    erasure: raw.erasure && noticeOf(raw.erasure),
    ...billedOf(raw),
  }),
});

/** Without the line break that YAML's `|` leaves at the end. */
const billedOf = ({ address, payment_days }: Pick<RawBuyer, 'address' | 'payment_days'>) => ({
  address: address?.trimEnd(),
  payment_days,
});

const noticeOf = (raw: RawNoticeEndpoint): NoticeEndpoint =>
  compact({ ...endpointOf(raw), test_url: raw.test_url });

function campaignOf(
  raw: RawCampaign,
  affiliateId: string,
  offerIds: (handle: string) => string,
): CampaignEntry {
  return {
    id: raw.id ?? derivedId('campaign', raw.handle),
    handle: raw.handle,
    name: raw.name,
    affiliate_id: affiliateId,
    status: raw.status ?? DEFAULTS.status,
    time_zone: raw.time_zone ?? DEFAULTS.time_zone,
    max_accepted_submissions: raw.max_accepted_submissions ?? DEFAULTS.max_accepted_submissions,
    caps: raw.caps ?? [],
    // Off is the default, so it is not stored.
    ...(raw.allow_fallbacks === true ? { allow_fallbacks: true } : {}),
    ...(raw.verify && { verify: normaliseVerify(raw.verify) }),
    ...normaliseTold(raw),
    offers: (raw.offers ?? []).map(
      ({ offer, price, prices = {}, payout, payouts = {}, payout_range, priority, caps = [] }) =>
        compact({
          offer_id: offerIds(offer),
          price_cents: price === undefined ? undefined : centsOf(price),
          program_prices_cents: unless(byProgram(prices), {}),
          payout_cents: payout === undefined ? undefined : centsOf(payout),
          program_payouts_cents: byProgram(payouts),
          payout_range_cents: rangeOf(payout_range),
          priority: priority ?? DEFAULTS.priority,
          caps,
        }),
    ),
  };
}

const byProgram = (amounts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(amounts).map(([program, amount]) => [program, centsOf(amount) ?? 0]));

function idsByHandle(
  kind: EntryKind,
  raws: readonly { handle: string; id?: string }[],
): (handle: string) => string {
  const ids = new Map(raws.map(({ handle, id }) => [handle, id ?? derivedId(kind, handle)]));
  return (handle) => {
    const id = ids.get(handle);
    if (id === undefined) throw new Error(`The ${kind} ${handle} was not checked before normalising`);
    return id;
  };
}
