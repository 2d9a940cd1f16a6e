import fc from 'fast-check';
import { arbitraryOf } from '../../support/arbitrary-of.js';
import { document } from '../../support/api-document.js';
import { IDS } from '../../support/catalogue.js';
import { mutated } from '../../support/mutations.js';
import { PATHS } from '../../support/api.js';

type Json = fc.JsonValue;
type Body = Record<string, Json>;

const n = fc.nat(1_000_000);
const OWNER = { svc_campaign_id: IDS.campaign, svc_affiliate_id: IDS.affiliate };
const TRACKING = { ip_address: '203.0.113.7' };

/** Mostly new people; now and then one that was there before. */
const person = fc
  .oneof({ weight: 9, arbitrary: fc.nat(9_999_999) }, { weight: 1, arbitrary: fc.nat(50) })
  .map((number): Body => {
    const digits = String(number).padStart(7, '0');
    return {
      personal: {
        email: `ann.${digits}@example.com`,
        phone: `608${digits}`,
        first_name: 'Ann',
        last_name: 'Lee',
      },
      address: { state: number % 7 === 0 ? 'NY' : 'WI', zip_code: '53703' },
    };
  });

const search = person.map((lead): Body => ({ ...OWNER, lead, tracking: TRACKING }));
const again = fc.tuple(search, n).map(([body, k]): Body => ({ ...body, svc_lead_id: `SEARCH:${k}` }));
const result = fc.tuple(n, fc.constantFrom(true, true, true, false, null)).map(([k, tcpa_consent]): Body => ({
  ...OWNER,
  search_lead_id: `SEARCH-OF:${k}`,
  svc_result_id: `RESULT:${k}`,
  tcpa_consent,
}));
const offer = fc.constantFrom(IDS.shared, IDS.shared, IDS.exclusive, IDS.partner);
const direct = fc
  .tuple(person, offer, fc.constantFrom(true, true, true, false))
  .map(([lead, svc_offer_id, tcpa_consent]): Body => ({
    ...OWNER,
    svc_offer_id,
    lead,
    tracking: TRACKING,
    tcpa_consent,
  }));
const directAgain = fc.tuple(direct, n).map(([body, k]): Body => ({ ...body, svc_lead_id: `LEAD:${k}` }));
const dupe = person.map(({ personal }): Body => ({ email: (personal as Body)['email'] ?? null }));

/** As its schema says; the ids of those who call are ours, or it would get no further. */
const generated = (name: string): fc.Arbitrary<Json> =>
  arbitraryOf((document['components']?.['schemas']?.[name] ?? {}) as Record<string, unknown>).map((json) =>
    'svc_campaign_id' in (json as Body) ? { ...(json as Body), ...OWNER } : json,
  );

const mix = (valid: fc.Arbitrary<Body>, ...schemas: readonly string[]): fc.Arbitrary<Json> =>
  fc.oneof(
    { weight: 5, arbitrary: valid },
    { weight: 3, arbitrary: mutated(valid) },
    ...schemas.flatMap((name) => [
      { weight: 2, arbitrary: generated(name) },
      { weight: 1, arbitrary: mutated(generated(name)) },
    ]),
  );

/** Bodies of the operations that have one, by path: valid, generated from the schemas, and both with changes. */
export const BODIES: readonly (readonly [path: string, body: fc.Arbitrary<Json>])[] = [
  [
    PATHS.search,
    mix(fc.oneof({ weight: 8, arbitrary: search }, { weight: 1, arbitrary: again }), 'SearchRequest'),
  ],
  [
    PATHS.leads,
    mix(
      fc.oneof(
        { weight: 5, arbitrary: result },
        { weight: 3, arbitrary: direct },
        { weight: 1, arbitrary: directAgain },
      ),
      'ResultSubmit',
      'DirectSubmit',
    ),
  ],
  [PATHS.dupeCheck, mix(dupe, 'DupeCheckRequest')],
];
