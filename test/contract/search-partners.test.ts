import { expect } from 'chai';
import { newPerson } from '../support/api.js';
import {
  entryOf,
  idOf,
  namesOf,
  partnerOffer,
  startContract,
  type Contract,
  type Found,
} from '../support/contract.js';
import { redactIds } from '../support/told-text.js';
import { until } from '../support/until.js';

const direct = { offer: 'direct', payout: 20 };

describe('contract: search, partner offers', () => {
  let world: Contract;
  before(async () => {
    world = await startContract(
      (url) => ({
        offers: {
          direct: {},
          partner: partnerOffer(url),
          second: partnerOffer(url, { url: `${url}/second` }),
          broken: partnerOffer(url, { url: `${url}/broken` }),
          sharing: partnerOffer(url, { url: `${url}/rich` }, { payout_share: 0.7 }),
          testable: partnerOffer(url, { test_url: `${url}/test-match` }),
          picky: { ...partnerOffer(url), eligibility: [{ field: 'address.state', in: ['IL'] }] },
        },
        campaigns: {
          one: { offers: [direct, { offer: 'partner', payout: 25 }] },
          two: { offers: [direct, { offer: 'partner' }, { offer: 'second' }] },
          broken: { offers: [direct, { offer: 'broken' }] },
          rich: { offers: [direct, { offer: 'sharing', payout: 5 }] },
          testable: { offers: [direct, { offer: 'partner' }, { offer: 'testable' }] },
          picky: { offers: [direct, { offer: 'picky' }] },
        },
      }),
      { pollAfterMs: 700 },
    );
    world.buyer.says('/broken', { nothing: 'that a rule reads' });
    world.buyer.says('/second', { results: [] });
    world.buyer.says('/test-match', { results: [{ reference: 't', name: 'For tests' }] });
    world.buyer.says('/rich', {
      results: [
        { reference: 'a', name: 'Ten', payout: 10.01, programs: [{ value: 'x', label: 'X' }] },
        {
          reference: 'b',
          name: 'Forty',
          payout: 40,
          school: { name: 'Far University' },
          tcpa_text: 'They agree.',
          expires_at: new Date(Date.now() + 600_000).toISOString(),
          questions: [{ name: 'hobby', type: 'text', required: true }],
        },
        { reference: 'c', name: 'No bid' },
      ],
    });
  });
  after(() => world.close());

  const asked = (path: string, from: number): number =>
    world.buyer.received.slice(from).filter((received) => received.path === path).length;
  const results = async (id: string): Promise<Found> => (await world.results(id)).body as unknown as Found;

  it('the first answer has the direct offers and does not wait for a partner', async () => {
    const release = world.buyer.hold();
    try {
      const { body } = await world.search('one');
      expect(body).to.include({
        processing_done: false,
        poll_after_ms: 700,
        reason: 'Search is still running',
      });
      expect(namesOf(body as unknown as Found)).to.deep.equal(['direct']);
      expect(await results(body.svc_lead_id)).to.include({ processing_done: false, poll_after_ms: 700 });
      release();
      await until(async () => (await results(body.svc_lead_id)).processing_done, 'the partner answered');
      const done = await results(body.svc_lead_id);
      expect(done).to.not.have.property('poll_after_ms');
      expect(namesOf(done), 'all results so far, not only new ones').to.deep.equal([
        'Partner match',
        'direct',
      ]);
    } finally {
      release();
    }
  });

  it('a partner’s result has the members of any other, and can be submitted', async () => {
    const found = await world.searched('one');
    const entry = entryOf(found, 'partner');
    expect(entry).to.deep.include({
      campaign_id: idOf('campaign', 'one'),
      payout: 25,
      programs: [{ value: 'art', label: 'Art', payout: 25 }],
      form_fields: [],
    });
    expect(entry?.offer).to.deep.equal({
      id: idOf('offer', 'partner'),
      name: 'Partner match',
      offer_type: 'shared',
      is_exclusive: false,
      tcpa_text: 'I agree that Lakeshore may call me.',
    });
    const { body } = await world.submit(found, 'partner');
    expect(body).to.include({ code: 'ACCEPTED', payout: 25 });
  });

  it('several results of one partner, by what the client is paid: its share of the bid', async () => {
    const { offers } = await world.searched('rich');
    expect(offers.map(({ offer, payout }) => [offer['name'], payout])).to.deep.equal([
      ['Forty', 28],
      ['direct', 20],
      ['Ten', 7],
      ['No bid', undefined],
    ]);
    expect(offers[0]).to.deep.include({
      school: { name: 'Far University', logo_url: null },
      form_fields: [{ name: 'hobby', label: null, type: 'text', required: true }],
      programs: [],
    });
    expect(offers[0]?.offer['tcpa_text']).to.equal('They agree.');
    expect(Date.parse(String(offers[0]?.['expires_at'])) - Date.now()).to.be.below(600_000);
    expect(redactIds(JSON.stringify(offers)))
      .to.not.contain('10.01')
      .and.not.contain('"payout":40');
  });

  it('processing_done waits for every partner', async () => {
    const release = world.buyer.hold();
    try {
      const from = world.buyer.received.length;
      const { body } = await world.search('two');
      await until(() => asked('/match', from) + asked('/second', from) === 2, 'both are asked');
      expect((await results(body.svc_lead_id)).processing_done).to.equal(false);
      release();
      await until(async () => (await results(body.svc_lead_id)).processing_done, 'both answered');
      expect(namesOf(await results(body.svc_lead_id))).to.have.members(['direct', 'Partner match']);
    } finally {
      release();
    }
  });

  it('a partner whose answer can’t be read ends without a result, and without a word about it', async () => {
    const found = await world.searched('broken');
    expect(namesOf(found)).to.deep.equal(['direct']);
    expect(JSON.stringify({ ...found, campaign: '' })).to.not.match(/broken|fail|fault/i);
  });

  it('at the end of its open time the search is done whatever is missing; what comes later is not shown', async () => {
    const settings = world.api.platform.settings as { searchOpenMs: number };
    const { searchOpenMs: usual } = settings;
    const release = world.buyer.hold();
    try {
      settings.searchOpenMs = 1_500;
      let found = await world.searched('one');
      // As long as this machine takes for its own offers.
      await until(async () => {
        if (namesOf(found).length > 0) return true;
        settings.searchOpenMs *= 2;
        found = await world.searched('one');
        return false;
      }, 'a search finds its own offers in its open time');
      expect(namesOf(found)).to.deep.equal(['direct']);
      expect(found['reason']).to.equal('Search is complete');
      release();
      const partner = async () =>
        (await world.api.platform.searches.read(found.svc_lead_id))?.partners.find(
          ({ state }) => state !== 'asked',
        );
      await until(async () => (await partner()) !== undefined, 'the partner’s end is recorded');
      expect((await partner())?.state).to.be.oneOf(['late', 'failed']);
      expect(namesOf(await results(found.svc_lead_id))).to.deep.equal(['direct']);
    } finally {
      settings.searchOpenMs = usual;
      release();
    }
  });

  it('a search that is not eligible for a partner offer does not ask the partner', async () => {
    const from = world.buyer.received.length;
    expect((await world.search('picky')).body['processing_done']).to.equal(true);
    expect(asked('/match', from)).to.equal(0);
  });

  it('a test search asks only partners with a test address; by flag and by key', async () => {
    for (const sent of [{}, { key: await world.api.issueKey({ is_test: true }) }]) {
      const from = world.buyer.received.length;
      const over = 'key' in sent ? {} : { svc_is_test_lead: true };
      const { body } = await world.search('testable', over, sent);
      await until(async () => (await results(body.svc_lead_id)).processing_done, 'the test search is done');
      expect(namesOf(await results(body.svc_lead_id))).to.have.members(['direct', 'For tests']);
      expect([asked('/match', from), asked('/test-match', from)]).to.deep.equal([0, 1]);
    }
  });

  it('a submit of a test search’s result is a test lead, whatever it says', async () => {
    const found = await world.searched('one', { svc_is_test_lead: true, lead: newPerson() });
    const from = world.buyer.received.length;
    const { body } = await world.submit(found, 'direct', { svc_is_test_lead: false });
    expect(body).to.include({ code: 'TEST_LEAD_HELD', status: 'held', payout: 0 });
    expect(asked('/leads', from)).to.equal(0);
  });
});
