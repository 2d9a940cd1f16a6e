import { IDS } from '../catalogue.js';
import { compact } from '../../../src/core/catalogue/compact.js';
import type { LeadEntry } from '../../../src/core/lead/lead-entry.js';
import type { Attempt, Decision, LeadRecord } from '../../../src/core/lead/lead-record.js';
import { subidKey } from '../../../src/core/lead/tracking-keys.js';
import type { Entry, UnbookedEntry } from '../../../src/core/money/entry.js';
import { entryOf } from '../../../src/core/money/entry-of.js';
import { dayOf } from '../../../src/core/reports/calendar.js';
import type { ResultTerms } from '../../../src/core/search/search-record.js';
import { affiliateOf, buyerOf, type Draw, drawLeads, MANY, type ManyLeadsOptions, partyId } from './draw.js';

export interface MadeLead {
  readonly lead: LeadRecord;
  /** The written entries of an accepted live lead: its sale, and its return if it was returned. */
  readonly entries: readonly Entry[];
}

/** Makes leads as this build stores them, of the usual size, from the oldest to the newest. */
export function* manyLeads(options: ManyLeadsOptions): Generator<MadeLead> {
  for (const draw of drawLeads(options)) {
    const lead = leadOf(draw);
    yield { lead, entries: owedBy(draw).map((owed) => written(lead, owed, options.zone)) };
  }
}

function leadOf(draw: Draw): LeadRecord {
  const { i, received_at, campaign, offer, program, subid, code, state, sent, returned_at, hex } = draw;
  const id = uuid(hex('id', 32));
  const isDirect = i % 3 === 0;
  return {
    id,
    affiliate_id: partyId('affiliate', affiliateOf(campaign)),
    campaign_id: partyId('campaign', campaign),
    offer_id: partyId('offer', offer),
    buyer_id: partyId('buyer', buyerOf(offer)),
    request_id: uuid(hex('request', 32)),
    ...(isDirect
      ? { form: 'B' as const }
      : {
          form: 'A' as const,
          search_id: uuid(hex('search', 32)),
          result_id: uuid(hex('result', 32)),
          terms: TERMS,
        }),
    is_test: code === 'TEST_LEAD_HELD',
    ...{ received_at, submission: 1, state, runs: 1, stalls: 0, first_due_at: received_at },
    ...(code === undefined && state !== 'unknown'
      ? { due_at: new Date(received_at.getTime() + 86_400_000) }
      : {}),
    lead: personOf(draw),
    tracking: {
      ...{ ip_address: '203.0.113.7', utm_source: 'search', utm_campaign: `spring-${campaign}` },
      ...compact({ subid }),
      gclid: `Cj0KCQ${hex('gclid', 40)}`,
    },
    ...{ extra: {}, answers: { start: 'soon', experience: 'none' }, program_id: `program-${program}` },
    consent: {
      ...{
        decision: true,
        text: CONSENT,
        button_label: 'Send',
        cert_url: `https://cert.example.com/${hex('cert', 40)}`,
      },
      ...{ universal_lead_ref: null, ip_address: '203.0.113.7', at: received_at },
    },
    identities: (['email', 'phone', 'name_address'] as const).map((kind) => ({ kind, key: hex(kind, 64) })),
    tracking_keys: [`click:${hex('click', 64)}`, ...(subid === undefined ? [] : [subidKey(subid)])],
    data_hash: hex('data', 64),
    intent: { at: sentAt(draw), submission: 1, buyer_id: partyId('buyer', buyerOf(offer)) },
    attempts: sent ? [attemptOf(draw)] : [],
    ...(code === 'ACCEPTED' && { reference: `R-${i}` }),
    ...compact({ decision: decisionOf(draw) }),
    pending_effects: [],
    ...(returned_at && {
      returns: [{ at: returned_at, code: 'bad_phone', by: 'callback', payout_reversed: true }],
    }),
    timeline: timelineOf(draw),
  };
}

const uuid = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
const sentAt = ({ received_at }: Draw): Date => new Date(received_at.getTime() + 200);
const endedAt = (draw: Draw): Date => new Date(sentAt(draw).getTime() + draw.duration_ms);

/** Price and payout in cents, by the number of the offer. */
const amounts = (offer: number) =>
  offer === MANY.unpriced_offer
    ? { price_cents: null, payout_cents: null }
    : { price_cents: 4_000 + offer * 25, payout_cents: 2_500 + offer * 15 };

function personOf({ i, hex }: Draw): LeadRecord['lead'] {
  return {
    personal: {
      ...{
        first_name: `Ann${hex('name', 3)}`,
        last_name: `Lee${hex('name', 4)}`,
        date_of_birth: '1990-05-17',
      },
      ...{ email: `${hex('mail', 10)}@example.com`, phone: `608555${String(i % 10_000).padStart(4, '0')}` },
    },
    address: {
      ...{ address_line_1: `${i % 900} Main Street`, city: 'Springfield', zip_code: '53703' },
      state: STATES[(i * 7) % STATES.length] ?? 'WI',
    },
  };
}

function attemptOf(draw: Draw): Attempt {
  const { offer, code, duration_ms } = draw;
  const at = sentAt(draw);
  return {
    ...{ number: 1, submission: 1, run: 1, at, timeout_ms: 8_000, send_by: new Date(at.getTime() + 30_000) },
    sent_to: {
      buyer_id: partyId('buyer', buyerOf(offer)),
      delivery_origin: `https://buyer-${buyerOf(offer)}.example.com`,
    },
    money: { ...amounts(offer), currency: 'USD', catalogue_version: 1 },
    outcome: code === 'ACCEPTED' ? 'accepted' : code === undefined ? 'unknown' : 'rejected',
    ...{ ended_at: endedAt(draw), duration_ms, status: 200, detail: 'the answer rule' },
  };
}

function decisionOf(draw: Draw): Decision | undefined {
  const { code, offer, i } = draw;
  const at = endedAt(draw);
  if (code === undefined) return undefined;
  if (code === 'ACCEPTED') {
    const { payout_cents } = amounts(offer);
    return { code, at, source: 'buyer', ...(payout_cents === null ? {} : { payout_cents }) };
  }
  if (code === 'BUYER_REJECTED') return { code, at, source: 'buyer', buyer_reason: 'Not in our program' };
  if (code === 'TEST_LEAD_HELD') return { code, at, source: 'service' };
  const why = WHYS[i % WHYS.length] ?? 'state';
  return { code, at, source: 'service', refusal: { check: code.toLowerCase(), code, why } };
}

function timelineOf(draw: Draw): LeadEntry[] {
  const { received_at, offer, code, duration_ms } = draw;
  const offer_id = partyId('offer', offer);
  const { outcome } = attemptOf(draw);
  const reason = { attempt: 1, duration_ms, status: 200 };
  const at = endedAt(draw);
  const sent: LeadEntry[] = [
    { at: sentAt(draw), what: 'sent', offer_id, reason: { attempt: 1 } },
    { at, what: 'answered', offer_id, outcome, reason },
  ];
  return [
    { at: received_at, what: 'received' },
    ...(draw.sent ? sent : []),
    ...(code ? [{ at, what: 'decided', offer_id, outcome: code } as const] : []),
  ];
}

function owedBy(draw: Draw): UnbookedEntry[] {
  const { offer, code, returned_at } = draw;
  if (code !== 'ACCEPTED') return [];
  const { price_cents, payout_cents } = amounts(offer);
  const sale: UnbookedEntry = {
    ...{
      kind: 'entry',
      what: 'sale',
      number: 0,
      since: endedAt(draw),
      by: 'buyer',
      buyer_id: partyId('buyer', buyerOf(offer)),
    },
    ...{ buyer_cents: price_cents, affiliate_cents: payout_cents },
    ...{ currency: 'USD', attempt: 1, catalogue_version: 1 },
  };
  if (!returned_at) return [sale];
  const back = { buyer_cents: negative(price_cents), affiliate_cents: negative(payout_cents) };
  return [
    sale,
    { ...sale, ...back, what: 'return', since: returned_at, by: 'callback', reason: 'bad_phone' },
  ];
}

const negative = (cents: number | null): number | null => (cents === null ? null : -cents);

function written(lead: LeadRecord, owed: UnbookedEntry, zone: string): Entry {
  const day = dayIn(owed.since, zone);
  const month = day.slice(0, 7);
  return entryOf(lead, owed, { day, month, period: month, written_at: owed.since, currency: 'USD' });
}

/** Days begin on a quarter-hour in every zone, so each quarter-hour is computed once. */
const days = new Map<string, string>();
function dayIn(at: Date, zone: string): string {
  const quarter = `${zone} ${Math.floor(at.getTime() / 900_000)}`;
  const day = days.get(quarter) ?? dayOf(at, zone);
  days.set(quarter, day);
  return day;
}

const STATES = ['AL', 'AZ', 'CA', 'FL', 'GA', 'IL', 'NY', 'OH', 'TX', 'WI'] as const;
const WHYS = ['state', 'age', 'day', 'person', 'missing'] as const;
const CONSENT =
  'By clicking Send I agree that Lakeshore University and its partners may call me and send me messages at the number ' +
  'that I gave, also with automated technology. My consent is no condition of a purchase. Rates may apply.';
const TERMS: ResultTerms = {
  ...{
    offer_name: 'Bachelor of Nursing',
    offer_type: 'shared',
    tcpa_text: CONSENT,
    consent_required: true,
    buyer_id: IDS.buyer,
  },
  ...{ payout_cents: 2_600, base_payout_cents: 2_600, expires_at: new Date('2027-01-01T00:00:00Z') },
  programs: [{ value: 'program-0', label: 'Bachelor of Science in Nursing', payout_cents: 2_600 }],
  form_fields: [{ name: 'start', label: 'When would you like to start?', type: 'text', required: true }],
};
