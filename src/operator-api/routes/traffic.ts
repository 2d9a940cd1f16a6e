import { listRefusedCalls, REFUSED_PARAMETERS } from '../handlers/refused-calls.js';
import * as traffic from '../handlers/traffic.js';
import { route, type OperatorRoute } from '../route.js';
import { BASE } from './base.js';

const READ = { permission: 'traffic:read', limit: 'reads' } as const;
const COUNTED = { permission: 'traffic:read', limit: 'reports' } as const;
const SERIES = 'and a series of what became of its leads, with answer times, in bins that fit its length.';

/** What is going on: offers, buyers, partners, caps, affiliates, campaigns, refused calls. */
export const TRAFFIC_ROUTES: readonly OperatorRoute[] = [
  route({
    path: `${BASE}/offers`,
    ...READ,
    parameters: {},
    handle: traffic.offers,
    describe: {
      id: 'list_offers',
      summary: 'List offers',
      description:
        'Status, hours, addresses with breaker and last hour, what became of the leads of today, and the cap that is used most. Retired offers are left out.',
      schema: 'OfferList',
    },
  }),
  route({
    path: `${BASE}/offers/:handle`,
    ...COUNTED,
    parameters: traffic.ONE_PARAMETERS,
    handle: traffic.offer,
    describe: {
      id: 'read_offer',
      summary: 'Read an offer',
      description: `As in the list, with all caps, the leads that wait, its campaigns, ${SERIES}`,
      schema: 'Offer',
      notFound: 'the catalogue has no such offer',
    },
  }),
  route({
    path: `${BASE}/buyers`,
    ...READ,
    parameters: {},
    handle: traffic.buyers,
    describe: {
      id: 'list_buyers',
      summary: 'List buyers',
      description: 'Status, hours, offers with their breakers, and what became of the leads of today.',
      schema: 'BuyerList',
    },
  }),
  route({
    path: `${BASE}/buyers/:handle`,
    ...COUNTED,
    parameters: traffic.ONE_PARAMETERS,
    handle: traffic.buyer,
    describe: {
      id: 'read_buyer',
      summary: 'Read a buyer',
      description: `As in the list, with all caps, the leads that wait, its offers, ${SERIES}`,
      schema: 'Buyer',
      notFound: 'the catalogue has no such buyer',
    },
  }),
  route({
    path: `${BASE}/partners`,
    ...READ,
    parameters: {},
    handle: traffic.partners,
    describe: {
      id: 'list_partners',
      summary: 'List partners',
      description:
        'The offers of partners, as in the list of offers; their address for searches comes first.',
      schema: 'PartnerList',
    },
  }),
  route({
    path: `${BASE}/partners/:handle`,
    ...COUNTED,
    parameters: traffic.ONE_PARAMETERS,
    handle: traffic.partner,
    describe: {
      id: 'read_partner',
      summary: 'Read a partner',
      description: `As in the list, with all caps, the leads that wait, its campaigns, ${SERIES}`,
      schema: 'Offer',
      notFound: 'the catalogue has no such partner offer',
    },
  }),
  route({
    path: `${BASE}/caps`,
    ...READ,
    parameters: traffic.CAP_PARAMETERS,
    handle: traffic.caps,
    describe: {
      id: 'list_caps',
      summary: 'List caps',
      description: 'Reserved, confirmed, left, and when it resets, of each cap and open window.',
      schema: 'CapList',
    },
  }),
  route({
    path: `${BASE}/affiliates`,
    ...COUNTED,
    parameters: traffic.DAYS_PARAMETERS,
    handle: traffic.affiliates,
    describe: {
      id: 'list_affiliates',
      summary: 'List affiliates',
      description:
        'What each sent in recent days, the outcomes, refused calls by field, and when it was last seen.',
      schema: 'AffiliateList',
    },
  }),
  route({
    path: `${BASE}/affiliates/:handle`,
    ...COUNTED,
    parameters: traffic.ONE_PARAMETERS,
    handle: traffic.affiliate,
    describe: {
      id: 'read_affiliate',
      summary: 'Read an affiliate',
      description: `Its campaigns with what each offer pays, ${SERIES}`,
      schema: 'Affiliate',
      notFound: 'the catalogue has no such affiliate',
    },
  }),
  route({
    path: `${BASE}/campaigns`,
    ...COUNTED,
    parameters: traffic.DAYS_PARAMETERS,
    handle: traffic.campaigns,
    describe: {
      id: 'list_campaigns',
      summary: 'List campaigns',
      description:
        'What came through each in recent days, the outcomes, refused calls by field, and when it was last seen.',
      schema: 'CampaignList',
    },
  }),
  route({
    path: `${BASE}/refused-calls`,
    ...READ,
    parameters: REFUSED_PARAMETERS,
    handle: listRefusedCalls,
    describe: {
      id: 'list_refused_calls',
      summary: 'List refused calls',
      description:
        "Calls of the affiliates' API that were answered 4xx, newest first, without any value that was sent. They are kept for 14 days; of a caller that is refused all the time, only some are kept. All callers without a key count as one.",
      schema: 'RefusedCallList',
    },
  }),
];
