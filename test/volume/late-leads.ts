import { randomUUID } from 'node:crypto';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import { derivedId } from '../../src/platform/catalogue-files/defaults.js';
import { testLead, testAttempt } from '../support/records.js';

/** A lead that its buyer, at `url`, decides when it is asked next. */
export function pendingLead(affiliate: string, url: string): LeadRecord {
  const now = new Date();
  const buyer_id = derivedId('buyer', 'late');
  const attempt = {
    ...testAttempt({
      number: 1,
      submission: 1,
      at: now,
      timeout_ms: 10_000,
      outcome: 'pending' as const,
      ended_at: now,
    }),
    sent_to: { buyer_id, delivery_origin: url, status_origin: url },
  };
  return testLead({
    ...{ id: randomUUID(), affiliate_id: derivedId('affiliate', affiliate), buyer_id, state: 'pending' },
    ...{ campaign_id: derivedId('campaign', affiliate), offer_id: derivedId('offer', 'late') },
    ...{ received_at: now, first_due_at: now, due_at: now, pending_since: now, reference: 'r-1' },
    ...{ identities: [], attempts: [attempt], intent: { at: now, submission: 1, buyer_id } },
  });
}

/** A catalogue of such leads. `told`: further lines of an affiliate. */
export const lateCatalogue = (
  url: string,
  affiliates: readonly string[],
  told: (name: string) => string = () => '',
): string => `version: 1
affiliates:
${affiliates.map((name) => `  - handle: ${name}\n    name: ${name}\n${told(name)}`).join('')}buyers:
  - handle: late
    name: Late
offers:
  - handle: late
    name: Late
    buyer: late
    offer_type: shared
    tcpa_text: By clicking Send I agree that Late may call me.
    delivery:
      url: ${url}/late/leads
      insecure_http: true
      answers: [{ when: "status = 200", outcome: accepted }]
      follow_up: { url: "${url}/late/status/\${reference}", every: 1s, for: 7d }
campaigns:
${affiliates
  .map(
    (name) => `  - handle: ${name}
    name: ${name}
    affiliate: ${name}
    offers: [{ offer: late, payout: 10 }]`,
  )
  .join('\n')}
`;
