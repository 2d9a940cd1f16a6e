import type { Offer } from '../../core/catalogue/types.js';
import { outboundLead, partnerQuery } from '../../core/lead-work/outbound-lead.js';
import type { OutboundLead } from '../../core/ports/destinations.js';
import type { Geo } from '../../core/ports/geo.js';
import type { LeadRecord } from '../../core/records/lead-record.js';
import type { SearchRecord } from '../../core/records/search-record.js';
import { compareLead, type Versions } from '../../core/replay/compare-lead.js';
import { compareSearch } from '../../core/replay/compare-search.js';
import type { Difference } from '../../core/replay/difference.js';
import type { Mapped, MappingEvaluator } from '../mapping/evaluator.js';
import { createMappings, type Mappings } from '../outbound/mapping.js';
import { prepareDelivery, prepareQuery, type PreparedRequest } from '../outbound/requests.js';
import { partsThatDiffer } from './compare-requests.js';

export interface ReplayPorts {
  readonly versions: Versions;
  readonly geo: Geo;
  readonly evaluator: MappingEvaluator;
}

/** What one stored lead would meet otherwise. Nothing is written and nothing leaves. */
export async function replayLead(
  { versions, geo, evaluator }: ReplayPorts,
  lead: LeadRecord,
): Promise<Difference[]> {
  const { difference, passing } = compareLead(lead, versions, geo);
  if (difference) return [difference];
  const { before, after } = passing ?? {};
  if (!before?.offer || !after?.offer) return [];
  const outbound = (offer: Offer, subject: typeof before): OutboundLead => {
    const affiliate = subject.campaign?.affiliate.handle ?? '';
    return outboundLead(lead, offer, { subject, affiliate, callback_url: undefined });
  };
  const [old, now] = [outbound(before.offer, before), outbound(after.offer, after)];
  if (same([before.offer.delivery, old], [after.offer.delivery, now])) return [];
  const mappings = createMappings(evaluator, () => lead.received_at);
  const parts = partsThatDiffer(
    await prepareDelivery(mappings, before.offer, old, lead.id),
    await prepareDelivery(mappings, after.offer, now, lead.id),
  );
  return mapped(lead.id, after.offer, parts);
}

/** What one stored search would offer otherwise, and ask partners otherwise. */
export async function replaySearch(
  { versions, geo, evaluator }: ReplayPorts,
  search: SearchRecord,
): Promise<Difference[]> {
  const { differences, asked } = compareSearch(search, versions, geo);
  const all = [...differences];
  const mappings = createMappings(evaluator, () => search.created_at);
  for (const { before, after, affiliate } of asked) {
    if (same([before.partner, before.name], [after.partner, after.name])) continue;
    const parts = partsThatDiffer(
      await writtenQuery(mappings, search, before, affiliate),
      await writtenQuery(mappings, search, after, affiliate),
    );
    all.push(...mapped(search.id, after, parts));
  }
  return all;
}

function writtenQuery(
  mappings: Mappings,
  search: SearchRecord,
  offer: Offer,
  affiliate: string,
): Promise<Mapped<PreparedRequest>> {
  const api = offer.partner?.search;
  if (!api) return Promise.resolve({ ok: false, fault: 'no partner is configured' });
  return prepareQuery(mappings, offer, api, partnerQuery(search, offer, affiliate), api.url);
}

const mapped = (id: string, { handle }: Offer, parts: readonly string[]): Difference[] =>
  parts.length === 0 ? [] : [{ kind: 'mapped', id, offer: handle, parts, rule: [] }];

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
