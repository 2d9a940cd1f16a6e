import pino from 'pino';
import type { Delivery, Offer, PartnerApi } from '../../../src/core/catalogue/types.js';
import type { OutboundLead } from '../../../src/core/delivery/outbound-lead.js';
import { createEvaluatorPool } from '../../../src/platform/mapping/evaluator-pool.js';
import { createDestinations, type DestinationsOptions } from '../../../src/platform/outbound/destinations.js';
import { until } from '../../support/until.js';

/** For what is not about time: a machine that is busy with others is slow, and that is no fault. */
export const PATIENT_MS = 10_000;

/** Over before long, and long enough to connect and be heard on a machine that is busy with others. */
export const SHORT_MS = 1_500;

/** A limit that nothing else has. It is over when the test says so. */
export const HELD_MS = 7_654;

/**
 * Has a call meet its limit of HELD_MS: waits for `arrived`, and then lets the time be over for the one timer that was
 * set for so long. No clock runs meanwhile.
 */
export async function meetLimit<T>(call: () => Promise<T>, arrived: () => boolean): Promise<T> {
  const { setTimeout: real } = globalThis;
  const held: (() => void)[] = [];
  globalThis.setTimeout = ((over: () => void, ms?: number) =>
    ms === HELD_MS ? held.push(over) : real(over, ms)) as typeof setTimeout;
  try {
    const outcome = call();
    await until(() => held.length > 0 && arrived(), 'it waits for an answer');
    for (const over of held) over();
    return await outcome;
  } finally {
    globalThis.setTimeout = real;
  }
}

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
  const endpoint = { url, method: 'POST', headers: {}, timeout_ms: PATIENT_MS, insecure_http: true } as const;
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

/** Long after the clock of the destinations below. */
export const SEND_BY = { by: new Date('2026-03-01T12:00:20Z'), whyNot: () => undefined };

/** Destinations with a silent log and a clock that stands; they may reach this machine unless `over` says otherwise. */
export const destinationsWith = (over: Partial<DestinationsOptions> = {}) =>
  createDestinations({
    settings: { outboundAllow: ['127.0.0.0/8'] },
    env: {},
    log: pino({ level: 'silent' }),
    clock: () => new Date('2026-03-01T12:00:00Z'),
    ...over,
  });

/** Destinations that may reach this machine, with the given environment, whose expressions may take their time. */
export const localDestinations = (
  env: NodeJS.ProcessEnv = {},
  evaluator = createEvaluatorPool({ limitMs: PATIENT_MS, patientMs: PATIENT_MS }),
) => destinationsWith({ env, evaluator });
