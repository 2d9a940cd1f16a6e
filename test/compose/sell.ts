import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

const IDS = {
  affiliate: '00000000-0000-4000-a000-00000000c001',
  campaign: '00000000-0000-4000-b000-00000000c001',
  offer: '00000000-0000-4000-c000-00000000c001',
} as const;

/** A catalogue with one offer, whose buyer is at this address. */
export const catalogueOf = (buyerUrl: string): string => `version: 1
affiliates: [{ handle: northwind, name: Northwind Media, id: ${IDS.affiliate} }]
buyers: [{ handle: lakeshore, name: Lakeshore University, time_zone: America/Chicago }]
offers:
  - handle: nursing
    id: ${IDS.offer}
    name: Lakeshore Nursing
    buyer: lakeshore
    offer_type: shared
    price: 42.50
    tcpa_text: By clicking Send I agree that Lakeshore University may call me.
    required_fields: [personal.email]
    delivery: { url: '${buyerUrl}/leads', insecure_http: true, headers: { Authorization: 'Bearer \${secret:TOKEN}' } }
campaigns:
  - handle: northwind-edu
    id: ${IDS.campaign}
    name: Northwind Education
    affiliate: northwind
    offers: [{ offer: nursing, payout: 30 }]
`;

/** What a lead of ours came to. */
export interface Sold {
  readonly id: string;
  readonly status: string;
}

/**
 * Posts a lead until it is answered with its decision, as a careful affiliate does: with one Idempotency-Key, and again after
 * each 429 and 503, lost connection and PENDING. After `patience` has ended, PENDING is an answer, too; after `over`, it throws.
 */
export async function sell(
  base: string,
  key: string,
  number: number,
  over: AbortSignal,
  patience?: AbortSignal,
): Promise<Sold> {
  const body = JSON.stringify({
    ...{ svc_campaign_id: IDS.campaign, svc_affiliate_id: IDS.affiliate, svc_offer_id: IDS.offer },
    lead: {
      personal: { email: `person-${number}@example.com`, phone: `608${String(5_550_000 + number)}` },
      address: { state: 'WI', zip_code: '53703' },
    },
    tracking: { ip_address: '203.0.113.7' },
    ...{ tcpa_consent: true, consent_button_label: 'Send' },
  });
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  for (;;) {
    over.throwIfAborted();
    const answer = await fetch(`${base}/api/v1/engine/leads`, {
      ...{ method: 'POST', body, headers: { ...headers, authorization: `Bearer ${key}` } },
      signal: AbortSignal.any([over, AbortSignal.timeout(30_000)]),
    }).then(
      async (response) => ({ http: response.status, ...((await response.json()) as Answer) }),
      () => undefined,
    );
    const isAnswer = answer?.http === 200 || (answer?.http === 202 && patience?.aborted);
    if (isAnswer && answer?.svc_lead_id !== undefined)
      return { id: answer.svc_lead_id, status: answer.status ?? '' };
    if (answer !== undefined && answer.http >= 400 && answer.http !== 429 && answer.http !== 503)
      throw new Error(`lead ${number}: ${JSON.stringify(answer)}`);
    await pause(500);
  }
}

interface Answer {
  readonly status?: string;
  readonly svc_lead_id?: string;
}
