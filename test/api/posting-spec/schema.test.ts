import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { ROUTES } from '../../../src/api/routes.js';
import { otherKeys, readLeadFields } from '../../../src/api/schemas/submit-schema.js';
import { leadOfOffer } from '../../../src/app/submit/receive.js';
import { RequestRefused } from '../../../src/app/request-refused.js';
import type { DirectRequest } from '../../../src/app/submit/submit-request.js';
import { firstRefusal, LEAD_CHECKS, subjectOf } from '../../../src/core/checks/index.js';
import { NO_FACTS } from '../../../src/core/checks/check.js';
import type { Catalogue, Offer } from '../../../src/core/catalogue/types.js';
import { postingSpec, type PostingOffer } from '../../../src/core/posting-spec/posting-spec.js';
import { ONLY_SUBMIT as ONLY_SUBMIT_WORDS } from '../../../src/core/posting-spec/only-submit.js';
import { ApiFault } from '../../../src/http/api-fault.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { changed, changes, offerLike } from './arbitrary-offer.js';

const NOW = new Date('2026-11-22T12:00:00Z');
const OFFERS = 15;
const BODIES = 100;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const submitRoute = ROUTES.find(({ path, method }) => path.endsWith('/leads') && method === 'POST');
const GEO = { miles: (from: string, to: string) => (from === to ? 0 : undefined) };

/** The sentences of `only_submit` that a refusal may belong to, where the schema takes the body. */
const ONLY_SUBMIT: readonly (readonly [sentence: string, refusal: RegExp])[] = [
  ['tracking.ip_address: a public address', /tracking\.ip_address/],
  ['date_of_birth, dob: a date that is not in the future', /(date_of_birth|dob)/],
];

/** The catalogue with one offer changed, on its campaign. */
function withOffer(offer: Offer, accept_loose_formats = false): Catalogue {
  const catalogue = testCatalogue();
  const campaign = catalogue.campaigns.get(IDS.campaign);
  if (!campaign) throw new Error('no campaign');
  const item = [...campaign.offers.values()][0];
  if (!item) throw new Error('no offer');
  const offers = new Map([[offer.id, { ...item, offer }]]);
  return {
    ...catalogue,
    offers: new Map([[offer.id, offer]]),
    campaigns: new Map([
      [campaign.id, { ...campaign, affiliate: { ...campaign.affiliate, accept_loose_formats }, offers }],
    ]),
  };
}

const readsLoose = ({ campaigns }: Catalogue): boolean =>
  campaigns.get(IDS.campaign)?.affiliate.accept_loose_formats === true;

/** Nobody is to be protected here. */
const NO_IDENTITIES: Parameters<typeof leadOfOffer>[0]['identities'] = {
  ...{ keysOf: () => [], keysToFind: () => [], keyedHash: (text) => text, firstHash: (text) => text },
  ...{ hashesOf: (text) => [text], hashesToFind: (text) => [text], newestHashOf: (hash) => hash },
  ...{ withCurrentHashes: (some) => some, keysWithCurrentHashes: (keys) => keys },
  ...{ same: (one, other) => one === other },
};

/** Why a submit would refuse the body, before it looks at other records; undefined if it would not. */
function refusalOf(catalogue: Catalogue, raw: Record<string, unknown>): string | undefined {
  try {
    const reading = { loose: readsLoose(catalogue), normalized: [] };
    const body = submitRoute?.input.body?.check(raw, NOW, reading) as DirectRequest;
    const lead = leadOfOffer(
      {
        catalogue: { current: () => catalogue },
        identities: NO_IDENTITIES,
        newId: () => 'lead',
        processId: 'web',
      },
      {
        ...{ body, others: otherKeys(body), now: NOW, log, request_id: 'request-1' },
        readLeadFields: (sent) => readLeadFields(sent, NOW),
        requireWhole: () => undefined,
        key: { affiliate_id: IDS.affiliate, is_test: false },
      },
    );
    const refusal = firstRefusal(subjectOf(lead, catalogue, GEO, NOW), 'submit', NO_FACTS, LEAD_CHECKS);
    return refusal && `${refusal.code} ${refusal.field ?? refusal.why}`;
  } catch (error) {
    if (error instanceof ApiFault) return `${error.code} ${error.members.field ?? ''}`;
    if (error instanceof RequestRefused) return error.refusal.why;
    throw error;
  }
}

const STRICT = new Ajv2020({ strict: true, strictTypes: true, strictRequired: true, validateFormats: false });

const specOf = (catalogue: Catalogue): PostingOffer => {
  const campaign = catalogue.campaigns.get(IDS.campaign);
  const [offer] = campaign ? postingSpec(campaign, NOW).offers : [];
  if (!offer) throw new Error('no offer');
  return offer;
};

describe('posting specification: schema', () => {
  const catalogue = testCatalogue();
  const first = [...(catalogue.campaigns.get(IDS.campaign)?.offers.values() ?? [])].find(
    ({ offer }) => offer.kind === 'direct',
  )?.offer;
  if (!first) throw new Error('no direct offer');

  it(`what the schema refuses submit refuses, and the other way round but for the list: ${OFFERS} offers, ${BODIES} bodies each`, () => {
    const seen = { taken: 0, refused: 0, listed: 0 };
    fc.assert(
      fc.property(
        offerLike(first),
        fc.boolean(),
        fc.array(changes, { minLength: BODIES, maxLength: BODIES }),
        (offer, isLoose, bodies) => {
          const own = withOffer(offer, isLoose);
          const spec = specOf(own);
          const validate = STRICT.compile(spec.schema ?? {});
          for (const list of bodies) {
            const body = changed(spec.sample ?? {}, list);
            const isTaken = validate(body);
            const refusal = refusalOf(own, body);
            const about = JSON.stringify({ body, refusal, errors: validate.errors?.slice(0, 3) });
            if (!isTaken) expect(refusal, `the schema alone refuses: ${about}`).to.not.equal(undefined);
            else if (refusal !== undefined) {
              const known = ONLY_SUBMIT.some(([, is]) => is.test(refusal));
              const pattern = spec.only_submit.some((sentence) =>
                refusal.endsWith(` ${sentence.split(':')[0] ?? ''}`),
              );
              expect(known || pattern, `submit alone refuses: ${about}`).to.equal(true);
              seen.listed += 1;
            }
            seen[isTaken ? 'taken' : 'refused'] += 1;
          }
        },
      ),
      { numRuns: OFFERS, seed: 20_261_122 },
    );
    expect(seen.taken).to.be.above((OFFERS * BODIES) / 10);
    expect(seen.refused).to.be.above((OFFERS * BODIES) / 10);
  });

  describe('lead fields in other forms', () => {
    const LOOSE: readonly (readonly [leaf: string, ...values: unknown[]])[] = [
      [
        'phone',
        '+1 (608) 555-0199',
        '1-608-555-0199',
        ' 608.555.0199 ',
        '(608)5550199',
        6_085_550_199,
        16_085_550_199,
      ],
      ['state', 'wi', ' Wi'],
      ['zip_code', '53703-1234', '537031234', '53703 1234', 53_703, 537_031_234],
      ['date_of_birth', '1990/02/28', '1990.0228', '19900228', '1990-02-28T00:00:00.000Z', 19_900_228],
      ['us_citizen', 'YES', true, false, 'True', "'no'"],
      ['rn_license', 'LPN LVN', 'lpn–lvn', false],
      ['education_level', 'High School', "high - school'"],
    ];
    const NEVER: typeof LOOSE = [
      [
        'phone',
        '608 555 0199 ext 4',
        '+44 20 7946 0958',
        '26085550199',
        608_555_019,
        26_085_550_199,
        -6_085_550_199,
        true,
      ],
      ['state', 'Wisconsin', '\uFB02', 5],
      ['zip_code', '53703-12', 501, 5_370_312],
      ['date_of_birth', '02/28/1990', '1990/02/30', '19900230', '1890-01-01'],
      ['us_citizen', 'y', 'high school', 1],
      ['rn_license', true, 'lpn__lvn', 'lpn_ lvn'],
    ];
    const bare = { ...first, programs: [], questions: [], required_fields: [] };
    const both = ([leaf, ...values]: (typeof LOOSE)[number], isLoose: boolean) => {
      const own = withOffer(bare, isLoose);
      const { schema = {}, sample = {} } = specOf(own);
      const validate = STRICT.compile(schema);
      return values.map((value) => {
        const body = { ...sample, lead: { [leaf]: value } };
        const refusal = refusalOf(own, { ...body });
        return {
          about: `${leaf} ${JSON.stringify(value)}`,
          isTaken: validate(body),
          isRefused: refusal !== undefined,
        };
      });
    };
    const expectAll = (rows: typeof LOOSE, isLoose: boolean, isTaken: boolean): void => {
      for (const { about, ...is } of rows.flatMap((row) => both(row, isLoose)))
        expect(is, about).to.deep.equal({ isTaken, isRefused: !isTaken });
    };

    it('are taken by the schema where the affiliate may send them', () => {
      expectAll(LOOSE, true, true);
    });
    it('are refused by the schema where it may not', () => {
      expectAll(LOOSE, false, false);
    });
    it('are refused where they can not be read for certain', () => {
      expectAll(NEVER, true, false);
    });
  });

  describe('fallbacks', () => {
    const entry = { svc_offer_id: '0b6f0a5e-5b1c-4f0e-9d5a-2f8f6d1c7a10', tcpa_consent: true };
    const TAKEN: readonly unknown[] = [null, ' ', [], [null, ''], [entry, null], Array(5).fill(entry)];
    const REFUSED: readonly unknown[] = [
      ...['x', {}, [7], Array(6).fill(entry), [{ tcpa_consent: true }]],
      ...[false, 'true', null].map((tcpa_consent) => [{ ...entry, tcpa_consent }]),
      ...[{ svc_offer_id: 'x' }, { program_id: 5 }, { answers: [] }].map((over) => [{ ...entry, ...over }]),
    ];
    const spec = specOf(catalogue);
    const validate = STRICT.compile(spec.schema ?? {});
    const bodyWith = (fallbacks: unknown) => ({ ...spec.sample, fallbacks });

    it('are taken by the schema where only what is listed can refuse them', () => {
      for (const fallbacks of TAKEN) {
        const about = JSON.stringify(fallbacks);
        expect(validate(bodyWith(fallbacks)), about).to.equal(true);
        const refusal = refusalOf(catalogue, bodyWith(fallbacks));
        expect(refusal, about).to.be.oneOf([undefined, 'no_fallbacks', 'repeated_offer']);
      }
    });
    it('are refused by both', () => {
      for (const fallbacks of REFUSED) {
        const about = JSON.stringify(fallbacks);
        expect(validate(bodyWith(fallbacks)), about).to.equal(false);
        expect(refusalOf(catalogue, bodyWith(fallbacks)), about).to.match(/ fallbacks/);
      }
    });
    it('the list says which offers may be named', () => {
      const told = ONLY_SUBMIT_WORDS.find((each) => each.startsWith('fallbacks: '));
      expect(told).to.contain('that the campaign allows');
    });
  });

  it('the sample is taken by both', () => {
    fc.assert(
      fc.property(offerLike(first), (offer) => {
        const simple = { ...offer, questions: offer.questions.map(({ pattern: _, ...rest }) => rest) };
        const own = withOffer(simple);
        const { schema = {}, sample = {} } = specOf(own);
        const validate = STRICT.compile(schema);
        expect(validate(sample), JSON.stringify(validate.errors)).to.equal(true);
        expect(refusalOf(own, { ...sample })).to.equal(undefined);
      }),
      { numRuns: 4, seed: 1 },
    );
  });
});
