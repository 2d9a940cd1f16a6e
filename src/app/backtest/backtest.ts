import type { Offer, PartnerSearch } from '../../core/catalogue/types.js';
import type { Subject } from '../../core/checks/check.js';
import { outboundLead, partnerQuery, type OutboundLead } from '../../core/delivery/outbound-lead.js';
import type { Geo } from '../../core/lead/geo.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { SearchRecord } from '../../core/search/search-record.js';
import { compareLead, type Versions } from '../../core/backtest/compare-lead.js';
import { compareSearch, type Asked } from '../../core/backtest/compare-search.js';
import type { Difference } from '../../core/backtest/difference.js';
import type { RequestReader, RequestWriter } from '../ports/request-writer.js';
import { partsThatDiffer, type Written } from './compare-requests.js';

export interface BacktestPorts extends RequestReader {
  readonly versions: Versions;
  readonly geo: Geo;
  /** Writes requests as they would have been sent at `now`. */
  readonly requestsAt: (now: Date) => RequestWriter;
}

/** What would be different for one stored lead. Writes nothing and sends nothing. */
export async function backtestLead(
  { versions, geo, requestsAt, ...reader }: BacktestPorts,
  lead: LeadRecord,
): Promise<Difference[]> {
  const { difference, passing } = compareLead(lead, versions, geo);
  if (difference) return [difference];
  const { before, after } = passing ?? {};
  if (!before?.offer || !after?.offer) return [];
  const [old, now] = [outboundOf(lead, before.offer, before), outboundOf(lead, after.offer, after)];
  if (same([before.offer.delivery, old], [after.offer.delivery, now])) return [];
  const requests = requestsAt(lead.received_at);
  const written = async (offer: Offer, sent: OutboundLead): Promise<Written> => ({
    request: await requests.delivery(offer, sent, lead.id),
    mapping: offer.delivery,
    input: sent,
  });
  const parts = partsThatDiffer(await written(before.offer, old), await written(after.offer, now), reader);
  return mapped(lead.id, after.offer, parts);
}

/** The outbound lead, with the terms by which the subject was evaluated. */
function outboundOf({ terms: _, ...lead }: LeadRecord, offer: Offer, subject: Subject): OutboundLead {
  const { terms } = subject;
  const affiliate = subject.campaign?.affiliate.handle ?? '';
  return outboundLead(terms ? { ...lead, terms } : lead, offer, {
    subject,
    affiliate,
    callback_url: undefined,
  });
}

/** What would be different for one stored search: the results that it shows, and the requests to partners. */
export async function backtestSearch(
  { versions, geo, requestsAt, ...reader }: BacktestPorts,
  search: SearchRecord,
): Promise<Difference[]> {
  const { differences, asked } = compareSearch(search, versions, geo);
  const all = [...differences];
  const requests = requestsAt(search.created_at);
  for (const { before, after } of asked) {
    const [old, now] = [queryOf(search, before), queryOf(search, after)];
    if (same([old.api, old.url, old.query], [now.api, now.url, now.query])) continue;
    const parts = partsThatDiffer(
      await writtenQuery(requests, old),
      await writtenQuery(requests, now),
      reader,
    );
    all.push(...mapped(search.id, after.offer, parts));
  }
  return all;
}

interface Query {
  readonly offer: Offer;
  readonly api: PartnerSearch;
  readonly url: string;
  readonly query: OutboundLead;
}

/** What a partner would be asked, and at which URL. A test search uses the test address. */
function queryOf(search: SearchRecord, { offer, partner, affiliate }: Asked): Query {
  const { search: api } = partner;
  const url = search.is_test ? (api.test_url ?? api.url) : api.url;
  return { offer, api, url, query: partnerQuery(search, offer, affiliate) };
}

const writtenQuery = async (
  requests: RequestWriter,
  { offer, api, url, query }: Query,
): Promise<Written> => ({
  request: await requests.query(offer, api, query, url),
  mapping: api,
  input: query,
});

const mapped = (id: string, { handle }: Offer, parts: readonly string[]): Difference[] =>
  parts.length === 0 ? [] : [{ kind: 'mapped', id, offer: handle, parts, rule: [] }];

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
