import { expect } from 'chai';
import { fieldToKeep } from '../../src/api/known-fields.js';

describe('the field of a refused call that is kept', () => {
  for (const field of [
    ...['svc_campaign_id', 'lead', 'lead.personal.email', 'lead.email', 'lead.address', 'lead.address.state'],
    ...['tracking.ip_address', 'fallbacks', 'fallbacks[1]', 'fallbacks[4].svc_offer_id'],
    ...['email', 'offer_id', 'since', 'limit', 'month', 'Idempotency-Key', 'svc_lead_id', 'search_lead_id'],
  ])
    it(`is a name of the API's own: ${field}`, () => {
      expect(fieldToKeep(field)).to.equal(field);
    });

  for (const field of [
    ...['jane@example.com', 'lead.jane', 'lead.lead', 'lead.personal.email.jane', 'tracking.jane_roe'],
    ...['fallbacks[1].answers.jane', 'fallbacks[4096].svc_offer_id', 'x'.repeat(60_000), 'constructor', ''],
  ])
    it(`is no name that a caller made up: ${field.slice(0, 40)}`, () => {
      expect(fieldToKeep(field)).to.equal('*');
    });
});
