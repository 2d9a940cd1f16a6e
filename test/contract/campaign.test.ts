import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import type { PostingOffer } from '../../src/core/posting-spec/posting-spec.js';
import { PATHS, type Answered } from '../support/api.js';
import { idOf, partnerOffer, startContract, type Contract } from '../support/contract.js';

const path = (id: string): string => `/api/v1/engine/campaigns/${id}`;

describe('contract: the posting specification of a campaign', () => {
  let contract: Contract;
  before(async () => {
    contract = await startContract((url) => ({
      affiliates: { southwind: {} },
      offers: {
        nursing: {
          price: 123.45,
          required_fields: ['personal.email', 'personal.phone'],
          eligibility: [
            { field: 'address.state', in: ['WI', 'IL'] },
            { field: 'age', min: 18 },
          ],
          programs: [{ value: 'bsn', label: 'BSN', required_fields: ['background.rn_license'] }],
          questions: [
            { name: 'license', type: 'text', required: true, pattern: '^[0-9]{7}$' },
            { name: 'years', type: 'number' },
          ],
        },
        far: partnerOffer(url, {}, { payout_share: 0.5 }),
        closed: { status: 'paused' },
      },
      campaigns: {
        edu: {
          allow_fallbacks: true,
          offers: [{ offer: 'nursing', payout: 36 }, { offer: 'far', payout: 9 }, { offer: 'closed' }],
        },
        off: { status: 'inactive', offers: [{ offer: 'nursing' }] },
        theirs: { affiliate: 'southwind', offers: [{ offer: 'nursing' }] },
      },
    }));
  });
  after(() => contract.close());

  const read = (id: string): Promise<Answered> => contract.api.get(path(id));
  const offersOf = ({ body }: Answered): readonly PostingOffer[] =>
    body.offers as unknown as readonly PostingOffer[];

  it('tells every offer that it may post to, without the price', async () => {
    const answer = await read(idOf('campaign', 'edu'));
    expect(answer.status).to.equal(200);
    const [nursing, far, closed] = offersOf(answer);
    expect(nursing).to.deep.include({
      id: idOf('offer', 'nursing'),
      posting: 'direct',
      is_active: true,
      tcpa_text: 'I agree that Lakeshore may call me.',
      payout: 36,
      required_fields: ['personal.email', 'personal.phone'],
      eligibility: ['State is one of WI, IL', 'Age is at least 18'],
    });
    expect(far).to.include({ posting: 'search' }).and.not.have.any.keys('schema', 'payout');
    expect(closed).to.include({ posting: 'direct', is_active: false });
    expect(answer.body['campaign']).to.include({ is_active: true, allow_fallbacks: true });
    expect((await read(idOf('campaign', 'off'))).body['campaign']).to.include({ allow_fallbacks: false });
    expect(answer.text).to.not.include('123.45').and.not.include('127.0.0.1');
  });

  it('its schema takes what a submit takes, and its sample is a test lead that passes', async () => {
    const [nursing] = offersOf(await read(idOf('campaign', 'edu')));
    const validate = new Ajv2020({ strict: true }).compile(nursing?.schema ?? {});
    const body = { ...nursing?.sample, license: ' 1234567 ' };
    expect(validate(body), JSON.stringify(validate.errors)).to.equal(true);
    const { body: held } = await contract.api.post(PATHS.leads, body);
    expect(held.code).to.equal('TEST_LEAD_HELD');
    for (const over of [{ license: '123' }, { tcpa_consent: false }, { lead: { email: 'a@example.com' } }]) {
      const wrong = { ...body, ...over };
      expect(validate(wrong)).to.equal(false);
      expect((await contract.api.post(PATHS.leads, wrong)).body.status).to.equal('invalid');
    }
  });

  it('only a submit can refuse what the list says', async () => {
    const { body } = await read(idOf('campaign', 'edu'));
    const list = body['only_submit'] as readonly string[];
    const [nursing] = offersOf(await read(idOf('campaign', 'edu')));
    const validate = new Ajv2020({ strict: true }).compile(nursing?.schema ?? {});
    const sample = { ...nursing?.sample, license: '1234567' } as unknown as Record<string, object>;
    const CASES: readonly (readonly [sentence: string, over: object, code: string])[] = [
      ['tracking.ip_address: a public address', { tracking: { ip_address: '10.0.0.1' } }, 'INVALID_FIELD'],
      [
        'date_of_birth, dob: a date that is not in the future',
        {
          lead: {
            ...sample['lead'],
            personal: { email: 'a@example.com', phone: '6085550123', date_of_birth: '2090-01-01' },
          },
        },
        'INVALID_FIELD',
      ],
      ['every object: keys that can be stored', { $x: 1 }, 'INVALID_FIELD'],
      ['every text: text without NUL', { note: '\0' }, 'INVALID_FIELD'],
      [
        'the body: at most 8 levels',
        { a: { a: { a: { a: { a: { a: { a: { a: { a: 1 } } } } } } } } },
        'MALFORMED_REQUEST',
      ],
      ['Answers to numbers are below 2^53', { years: '9007199254740993' }, 'INVALID_FIELD'],
      ['The lead is eligible', { lead: { ...sample['lead'], address: { state: 'TX' } } }, 'NOT_ELIGIBLE'],
    ];
    for (const [sentence, over, code] of CASES) {
      expect(
        list.some((each) => each.startsWith(sentence)),
        sentence,
      ).to.equal(true);
      const refused = { ...sample, ...over };
      expect(validate(refused), `${sentence}: ${JSON.stringify(validate.errors)}`).to.equal(true);
      expect((await contract.api.post(PATHS.leads, refused)).body.code, sentence).to.equal(code);
    }
  });

  it('404 for what is not the caller’s, in the same words; an inactive one of its own says so', async () => {
    for (const id of [idOf('campaign', 'theirs'), randomUUID(), 'x', idOf('offer', 'nursing')]) {
      const { status, body } = await read(id);
      expect([status, body.code, body.field]).to.deep.equal([404, 'NOT_FOUND', 'svc_campaign_id']);
    }
    const { status, body } = await read(idOf('campaign', 'off').toUpperCase());
    expect([status, (body['campaign'] as { is_active: boolean }).is_active]).to.deep.equal([200, false]);
  });

  it('needs a key, and counts against the limit of reading results', async () => {
    const id = idOf('campaign', 'edu');
    expect((await contract.api.get(path(id), { key: null })).status).to.equal(401);
    const key = await contract.api.issueKey({ limits: { results: { per_minute: 1, burst: 1 } } });
    expect((await contract.api.get(path(id), { key })).status).to.equal(200);
    expect((await contract.api.get(path(id), { key })).status).to.equal(429);
    const other = await contract.api.issueKey({ operations: ['search'] });
    expect((await contract.api.get(path(id), { key: other })).status).to.equal(403);
  });
});
