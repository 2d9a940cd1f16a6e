import { isMap, isScalar } from 'yaml';
import { compact } from '../../core/catalogue/compact.js';
import type {
  AffiliateEntry,
  BuyerEntry,
  CampaignEntry,
  CatalogueDocument,
  Entry,
} from '../../core/catalogue/document.js';
import { formatDuration } from '../../core/catalogue/duration.js';
import type { Billed, NoticeEndpoint } from '../../core/catalogue/types.js';
import type { Retention } from '../../core/retention/retention.js';
import { formatLimit } from '../../core/limits/limits.js';
import { exportAlerts } from './alerts.js';
import { DEFAULTS, filled, inUnits, rangeInUnits, unless } from './defaults.js';
import { exportEndpoint } from './endpoint.js';
import { exportOffer } from './export-offer.js';
import { exportReturns, exportStages } from './returns.js';
import { exportVerify } from './verify.js';
import { exportTold } from './webhooks.js';
import { YAML_STYLE, yamlOf } from './yaml-style.js';
import type { RawAffiliate, RawBuyer, RawCampaign, RawCatalogue, RawNoticeEndpoint } from './raw.js';
import { formatMinute, WEEKDAYS } from '../../core/catalogue/wall-clock.js';

/** The version as one YAML file. Applying the file gives the same version. Retired entries are left out. */
export function exportCatalogue(document: CatalogueDocument): string {
  const yaml = yamlOf({ version: 1, ...rawOf(document) });
  if (isMap(yaml.contents))
    for (const { key } of yaml.contents.items) if (isScalar(key)) key.spaceBefore = key.value !== 'version';
  return yaml.toString({ ...YAML_STYLE, lineWidth: 110 });
}

/** The version as files say it, without retired entries and without values that equal the default. */
export function rawOf(document: CatalogueDocument): RawCatalogue {
  const handles = new Map<string, string>(
    [...document.affiliates, ...document.buyers, ...document.offers].map(({ id, handle }) => [id, handle]),
  );
  const handleOf = (id: string): string => handles.get(id) ?? id;
  return compact({
    books: document.books,
    alerts: document.alerts && exportAlerts(document.alerts),
    four_eyes: document.four_eyes,
    retention: document.retention && termsOf(document.retention),
    stages: document.stages && exportStages(document.stages),
    affiliates: filled(inForce(document.affiliates).map(exportAffiliate)),
    buyers: filled(inForce(document.buyers).map(exportBuyer)),
    offers: filled(inForce(document.offers).map((entry) => exportOffer(entry, handleOf(entry.buyer_id)))),
    campaigns: filled(inForce(document.campaigns).map((entry) => exportCampaign(entry, handleOf))),
  });
}

const termsOf = (retention: Partial<Retention>): Record<string, string> =>
  Object.fromEntries(Object.entries(retention).map(([name, ms]) => [name, formatDuration(ms)]));

const inForce = <T extends Entry>(entries: readonly T[]): T[] =>
  entries.filter(({ status }) => status !== 'retired');

const exportAffiliate = (entry: AffiliateEntry): RawAffiliate =>
  compact({
    handle: entry.handle,
    id: entry.id,
    name: entry.name,
    status: entry.status === 'disabled' ? ('disabled' as const) : undefined,
    dupe_check: unless(entry.dupe_check, DEFAULTS.dupe_check),
    dupe_checks_per_day: entry.dupe_checks_per_day,
    accept_loose_formats: entry.accept_loose_formats,
    limits:
      entry.limits &&
      Object.fromEntries(
        Object.entries(entry.limits).map(([operation, limit]) => [operation, formatLimit(limit)]),
      ),
    ...exportTold(entry),
    ...billedOf(entry),
  });

const billedOf = ({ address, payment_days }: Billed) => ({ address, payment_days });

const exportBuyer = (entry: BuyerEntry): RawBuyer =>
  compact({
    handle: entry.handle,
    id: entry.id,
    name: entry.name,
    time_zone: unless(entry.time_zone, DEFAULTS.time_zone),
    delivery_hours: filled(
      entry.delivery_hours.map(({ days, from, to }) => ({
        days: days.map((day) => WEEKDAYS[day - 1] ?? ''),
        from: formatMinute(from),
        to: formatMinute(to),
      })),
    ),
    holidays: filled(entry.holidays),
    status: entry.status === 'paused' ? ('paused' as const) : undefined,
    caps: filled(entry.caps),
    returns: entry.returns && exportReturns(entry.returns),
    stages: entry.stages && exportStages(entry.stages),
    revocation: entry.revocation && exportNotice(entry.revocation),
    erasure: entry.erasure && exportNotice(entry.erasure),
    ...billedOf(entry),
  });

const exportNotice = (notice: NoticeEndpoint): RawNoticeEndpoint =>
  compact({ ...exportEndpoint(notice), test_url: notice.test_url });

const exportCampaign = (entry: CampaignEntry, handleOf: (id: string) => string): RawCampaign =>
  compact({
    handle: entry.handle,
    id: entry.id,
    name: entry.name,
    affiliate: handleOf(entry.affiliate_id),
    status: entry.status === 'inactive' ? ('inactive' as const) : undefined,
    time_zone: unless(entry.time_zone, DEFAULTS.time_zone),
    max_accepted_submissions: unless(entry.max_accepted_submissions, DEFAULTS.max_accepted_submissions),
    caps: filled(entry.caps),
    allow_fallbacks: entry.allow_fallbacks,
    verify: entry.verify && exportVerify(entry.verify),
    ...exportTold(entry),
    offers: filled(
      entry.offers.map(({ offer_id, priority, caps, ...money }) =>
        compact({
          offer: handleOf(offer_id),
          price: inUnits(money.price_cents),
          prices: byProgram(money.program_prices_cents ?? {}),
          payout: inUnits(money.payout_cents),
          payouts: byProgram(money.program_payouts_cents),
          payout_range: rangeInUnits(money.payout_range_cents),
          priority: unless(priority, DEFAULTS.priority),
          caps: filled(caps),
        }),
      ),
    ),
  });

const byProgram = (amounts: Readonly<Record<string, number>>): Record<string, number> | undefined =>
  unless(Object.fromEntries(Object.entries(amounts).map(([program, cents]) => [program, cents / 100])), {});
