import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { newPerson, PATHS, resultBody, type Answered, type Sent } from '../support/api.js';
import {
  entryOf,
  idOf,
  partnerOffer,
  startContract,
  type Contract,
  type ContractFile,
  type Found,
} from '../support/contract.js';
import { expectAnswer } from '../support/envelope.js';
import { MATRIX, type Cell, type Kind } from './ownership-matrix.js';

const line = (offer: string) => ({ offer, payout: 10 });
const file = (url: string, ended: boolean): ContractFile => ({
  affiliates: { southwind: {} },
  offers: {
    own: {},
    sleeping: ended ? { status: 'paused' } : {},
    foreign: {},
    'foreign-partner': partnerOffer(url),
    ...(!ended && { gone: {} }),
  },
  campaigns: {
    edu: { offers: [line('own'), line('sleeping'), ...(ended ? [] : [line('gone')])] },
    second: { offers: [line('own')] },
    sleepy: { offers: [line('own')], ...(ended && { status: 'inactive' }) },
    ...(!ended && { past: { offers: [line('own')] } }),
    south: { affiliate: 'southwind', offers: [line('foreign'), line('foreign-partner'), line('own')] },
  },
});

describe('contract: ownership', () => {
  let world: Contract;
  let foreign: {
    readonly search: Found;
    readonly lead: string;
    readonly sent: Sent;
    readonly affiliate: object;
  };
  let lead: Readonly<Record<string, unknown>>;
  before(async () => {
    world = await startContract((url) => file(url, false));
    const affiliate = { svc_affiliate_id: idOf('affiliate', 'southwind') };
    const sent = { key: await world.api.issueKey({ affiliate_id: affiliate.svc_affiliate_id }) };
    const search = (await world.search('south', affiliate, sent)).body as unknown as Found;
    const posted = await world.direct('south', 'foreign', affiliate, sent);
    expect([search['code'], posted.body.code]).to.deep.equal(['OK', 'ACCEPTED']);
    foreign = { search: { ...search, campaign: 'south' }, lead: posted.body.svc_lead_id, sent, affiliate };
    lead = newPerson();
    await world.apply(file(world.buyer.url, true));
  });
  after(() => world.close());

  const ids = {
    affiliate: {
      own: idOf('affiliate', 'northwind'),
      foreign: idOf('affiliate', 'southwind'),
      'wrong kind': idOf('campaign', 'edu'),
    },
    campaign: {
      ...{
        own: idOf('campaign', 'edu'),
        'other own': idOf('campaign', 'second'),
        foreign: idOf('campaign', 'south'),
      },
      ...{
        retired: idOf('campaign', 'past'),
        inactive: idOf('campaign', 'sleepy'),
        'wrong kind': idOf('offer', 'own'),
      },
    },
    offer: {
      ...{ own: idOf('offer', 'own'), foreign: idOf('offer', 'foreign'), retired: idOf('offer', 'gone') },
      ...{ inactive: idOf('offer', 'sleeping'), 'wrong kind': idOf('campaign', 'edu') },
    },
  } as const;
  const UNKNOWN = '00000000-0000-4000-8000-00000000ffff';
  const pick = (of: Partial<Record<Kind, string>>, kind: Kind): string =>
    kind === 'unknown'
      ? UNKNOWN
      : kind === 'malformed'
        ? 'not-a-uuid'
        : (of[kind] ?? expect.fail(`no ${kind} id`));
  const svc = (name: string, value: string): object => ({ [name]: value });
  const leadOf = async (): Promise<string> =>
    (await world.direct('edu', 'own', { lead: newPerson() })).body.svc_lead_id;

  /** The search of form A: always a new one, so that every cell may sell. */
  async function formA(name: string, kind: Kind): Promise<Answered> {
    const found = await world.searched('edu');
    const other = await world.searched('edu');
    const result = (of: Found) => (entryOf(of, 'own') ?? of.offers[0])?.svc_result_id ?? '';
    const values: Readonly<Record<string, Partial<Record<Kind, string>>>> = {
      svc_affiliate_id: ids.affiliate,
      svc_campaign_id: ids.campaign,
      search_lead_id: {
        ...{ own: found.svc_lead_id, 'other own': other.svc_lead_id, foreign: foreign.search.svc_lead_id },
        'wrong kind': kind === 'wrong kind' ? await leadOf() : '',
      },
      svc_result_id: {
        ...{ own: result(found), 'other own': result(other), foreign: result(foreign.search) },
        'wrong kind': idOf('offer', 'own'),
      },
    };
    const value = pick(values[name] ?? {}, kind);
    // With a full lead too: it helps nobody to another's result.
    const body = {
      svc_campaign_id: ids.campaign.own,
      lead: newPerson(),
      tracking: { ip_address: '203.0.113.9' },
    };
    return world.api.post(
      PATHS.leads,
      resultBody(found.svc_lead_id, result(found), { ...body, ...svc(name, value) }),
    );
  }
  async function formB(name: string, kind: Kind): Promise<Answered> {
    if (name !== 'svc_lead_id') {
      const value = pick(
        { svc_affiliate_id: ids.affiliate, svc_campaign_id: ids.campaign, svc_offer_id: ids.offer }[name] ??
          {},
        kind,
      );
      return world.direct('edu', 'own', svc(name, value));
    }
    const own = kind === 'own' ? (await world.direct('edu', 'own', { lead })).body.svc_lead_id : '';
    const found = kind === 'wrong kind' ? (await world.search('edu')).body.svc_lead_id : '';
    return world.direct('edu', 'own', {
      lead,
      svc_lead_id: pick({ own, foreign: foreign.lead, 'wrong kind': found }, kind),
    });
  }
  async function search(name: string, kind: Kind): Promise<Answered> {
    if (name !== 'svc_lead_id')
      return world.search(
        'edu',
        svc(name, pick(name === 'svc_affiliate_id' ? ids.affiliate : ids.campaign, kind)),
      );
    const own = (await world.search('edu', { lead })).body.svc_lead_id;
    const wrong = kind === 'wrong kind' ? await leadOf() : '';
    return world.search('edu', {
      lead,
      ...svc(name, pick({ own, foreign: foreign.search.svc_lead_id, 'wrong kind': wrong }, kind)),
    });
  }
  const CALLS: Readonly<Record<string, (name: string, kind: Kind) => Promise<Answered>>> = {
    search,
    results: async (_name, kind) => {
      const own = (await world.search('edu')).body.svc_lead_id;
      return world.results(
        pick({ own, foreign: foreign.search.svc_lead_id, 'wrong kind': foreign.lead }, kind),
      );
    },
    'read lead': async (_name, kind) =>
      world.lead(
        pick({ own: await leadOf(), foreign: foreign.lead, 'wrong kind': foreign.search.svc_lead_id }, kind),
      ),
    'form A': formA,
    'form B': formB,
    'dupe-check': (_name, kind) =>
      world.api.post(PATHS.dupeCheck, { zip: '53703', offer_id: pick(ids.offer, kind) }),
  };
  const call = (what: string, kind: Kind): Promise<Answered> => {
    const [, operation = '', name = ''] = /^(.*) (\w+)$/.exec(what) ?? [];
    return CALLS[operation]?.(name, kind) ?? expect.fail(operation);
  };
  const withoutId = ({ status, text, body }: Answered): unknown[] => [
    status,
    text.replace(body.request_id, ''),
  ];

  for (const [what, row] of Object.entries(MATRIX)) {
    for (const [kind, [http, code, field, error]] of Object.entries(row) as [Kind, Cell][])
      it(`${what}, ${kind}: ${http} ${code}`, async () => {
        const answer = await call(what, kind);
        const status = what.startsWith('dupe-check') && code === 'OK' ? { status: 'accepted' } : {};
        expectAnswer(answer, {
          ...{ http, code, ...status, ...(code === 'OFFER_UNAVAILABLE' && { source: 'service' }) },
          ...(field !== undefined && { field }),
          ...(error !== undefined && { error }),
        });
      });
    const [told, untold] = [row.foreign, row.unknown];
    if (String(told) === String(untold))
      it(`${what}: foreign and unknown are told with the same bytes`, async () => {
        const [theirs, nobodys] = [await call(what, 'foreign'), await call(what, 'unknown')];
        expect(withoutId(theirs)).to.deep.equal(withoutId(nobodys));
        expect(Object.keys(theirs.headers).sort()).to.deep.equal(Object.keys(nobodys.headers).sort());
      });
  }

  const expectNoResult = (answer: Answered): void => {
    expectAnswer(answer, {
      ...{ http: 404, code: 'NOT_FOUND', field: 'svc_result_id', error: 'search_result_not_found' },
    });
  };

  it('the result, search and campaign of another affiliate together, and a full lead, give nothing', async () => {
    const { search: found } = foreign;
    const full = { lead: newPerson(), tracking: { ip_address: '203.0.113.9' } };
    expectNoResult(await world.submit(found, 'foreign', full));
    expectNoResult(await world.submit({ ...found, campaign: 'edu' }, 'foreign', full));
    expectAnswer(await world.submit(found, 'foreign', { ...full, ...foreign.affiliate }), {
      ...{ http: 403, code: 'FORBIDDEN', field: 'svc_affiliate_id' },
    });
  });

  it('form B: an offer on none of the client’s campaigns is told as an unknown one, with the same bytes', async () => {
    const answers = [];
    for (const [campaign, offer] of [
      ['edu', 'foreign'],
      ['edu', 'foreign-partner'],
      ['past', 'foreign'],
      ['past', 'foreign-partner'],
      ['sleepy', 'foreign'],
    ] as const)
      answers.push(await world.direct(campaign, offer));
    answers.push(await world.direct('edu', 'own', { svc_offer_id: randomUUID() }));
    for (const answer of answers) {
      expectAnswer(answer, { http: 404, code: 'NOT_FOUND', field: 'svc_offer_id' });
      expect(withoutId(answer)).to.deep.equal(withoutId(answers[0]!));
    }
  });

  it('form B: an offer on another campaign of the client: 403', async () => {
    expectAnswer(await world.direct('second', 'sleeping'), {
      ...{ http: 403, code: 'FORBIDDEN', field: 'svc_offer_id' },
    });
  });

  it('a duplicate of another affiliate’s lead does not name it', async () => {
    const theirs = newPerson();
    const first = await world.direct('south', 'own', { ...foreign.affiliate, lead: theirs }, foreign.sent);
    const { body, text } = await world.direct('edu', 'own', { lead: theirs });
    expect([first.body.code, body.code]).to.deep.equal(['ACCEPTED', 'DUPLICATE']);
    expect(body['disposition']).to.deep.equal({});
    expect(text).to.not.contain(first.body.svc_lead_id);
  });

  it('an Idempotency-Key of another affiliate is nobody’s', async () => {
    const headers = { 'Idempotency-Key': 'the-same-key' };
    const theirs = await world.direct('south', 'foreign', foreign.affiliate, { ...foreign.sent, headers });
    const ours = await world.direct('edu', 'own', {}, { headers });
    expect([theirs.body.code, ours.body.code]).to.deep.equal(['ACCEPTED', 'ACCEPTED']);
    expect(ours.body.svc_lead_id).to.not.equal(theirs.body.svc_lead_id);
  });
});
