import { expect } from 'chai';
import { faultOfRefusal } from '../../src/api/faults.js';
import type { RequestRefusal } from '../../src/app/request-refused.js';

/** What a refusal advises must help whoever gets it. */
const ADVICE: readonly (readonly [RequestRefusal, http: number, field: string, message: string])[] = [
  [
    { why: 'other_campaign', field: 'fallbacks[1].svc_offer_id' },
    403,
    'fallbacks[1].svc_offer_id',
    'Send an offer of the named campaign as fallbacks[1].svc_offer_id; this one is on another of your campaigns.',
  ],
  [
    { why: 'campaign_reassigned' },
    403,
    'svc_campaign_id',
    'The campaign of this search no longer belongs to your account; ask your contact.',
  ],
  [
    { why: 'not_yours', field: 'offer_id' },
    403,
    'offer_id',
    'Send the offer_id that belongs to your account.',
  ],
  [
    { why: 'not_found', field: 'svc_offer_id' },
    404,
    'svc_offer_id',
    'Check svc_offer_id: nothing was found for it with this key.',
  ],
];

describe('api: the words of refusals', () => {
  for (const [refusal, http, field, message] of ADVICE)
    it(`${refusal.why}: ${message}`, () => {
      const fault = faultOfRefusal(refusal);
      expect([fault.http, fault.members.field, fault.words.message]).to.deep.equal([http, field, message]);
    });
});
