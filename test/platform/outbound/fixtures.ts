import pino from 'pino';
import type { Delivery, Offer, PartnerApi } from '../../../src/core/catalogue/types.js';
import type { OutboundLead } from '../../../src/core/ports/destinations.js';
import { createDestinations } from '../../../src/platform/outbound/destinations.js';

export const LEAD: OutboundLead = {
  lead_id: '7c0ffee0-0000-4000-8000-000000000001',
  lead: { personal: { first_name: 'Ada', last_name: 'Accept' } },
  tracking: { ip_address: '203.0.113.7' },
  offer: {
    id: '7c0ffee0-0000-4000-8000-000000000002',
    handle: 'lakeshore-nursing',
    name: 'Lakeshore Nursing',
  },
  affiliate: { handle: 'northwind' },
};

/** An offer with nothing in it but where its leads go. */
export function offerAt(url: string, delivery: Partial<Delivery> = {}, partner?: Partial<PartnerApi>): Offer {
  const endpoint = { url, method: 'POST', headers: {}, timeout_ms: 1_000, insecure_http: true } as const;
  const sandbox = {
    id: '7c0ffee0-0000-4000-8000-000000000003',
    handle: 'lakeshore',
    name: 'Lakeshore University',
    time_zone: 'America/Chicago',
    status: 'active',
    delivery_hours: [],
    holidays: [],
    caps: [],
  } as const;
  return {
    ...LEAD.offer,
    buyer: sandbox,
    kind: partner ? 'partner' : 'direct',
    offer_type: 'shared',
    status: 'active',
    consent_required: true,
    result_ttl_ms: 60_000,
    required_fields: [],
    eligibility: [],
    programs: [],
    questions: [],
    duplicates: { match: ['email'], window_days: 30, scope: 'offer' },
    caps: [],
    delivery: { ...endpoint, window_ms: 60_000, idempotent: false, ...delivery },
    ...(partner ? { partner: { search: endpoint, ...partner } } : {}),
  };
}

/** Destinations that may reach this machine, with the given environment. */
export const localDestinations = (env: NodeJS.ProcessEnv = {}) =>
  createDestinations({
    settings: { outboundAllow: ['127.0.0.0/8'] },
    env,
    log: pino({ level: 'silent' }),
  });
