import pino from 'pino';
import type { Delivery, Offer, PartnerApi } from '../../../src/core/catalogue/types.js';
import type { OutboundLead } from '../../../src/core/ports/destinations.js';
import type { MappingEvaluator } from '../../../src/platform/mapping/evaluator.js';
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

/** A lead with everything that a mapping can name. */
export const FULL_LEAD: OutboundLead = {
  ...LEAD,
  lead: {
    personal: { first_name: 'Ada', last_name: 'O"Hara & <Co>' },
    address: { zip_code: '60601' },
  },
  program: { value: 'bsn', label: 'Nursing' },
  answers: { campus_visit: 'yes' },
  consent: { decision: true, at: new Date('2026-03-01T11:00:00Z') },
  result: { reference: 'P-7' },
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
export const localDestinations = (env: NodeJS.ProcessEnv = {}, evaluator?: MappingEvaluator) =>
  createDestinations({
    settings: { outboundAllow: ['127.0.0.0/8'] },
    env,
    log: pino({ level: 'silent' }),
    clock: () => new Date('2026-03-01T12:00:00Z'),
    ...(evaluator ? { evaluator } : {}),
  });
