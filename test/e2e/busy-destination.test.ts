import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { testOffer, IDS, type CatalogueOverrides } from '../support/catalogue.js';
import { newPerson, type Answered } from '../support/api.js';
import { answered } from '../support/careful.js';
import { until } from '../support/until.js';
import { openWorld, type World } from '../support/world.js';

const { url: _closed, ...delivery } = testOffer().delivery;

describe('a destination that takes nothing now, with real services and workers', () => {
  let world: World;

  before(async () => {
    world = await openWorld({ submitWaitMs: 4_000 });
  });
  let release = (): void => undefined;
  afterEach(() => {
    release();
  });
  after(() => world.close());

  const offered = (over: object): CatalogueOverrides => ({
    offers: { [IDS.shared]: { delivery: over as never } },
  });
  const post = (): Promise<Answered> => {
    const lead = newPerson();
    const headers = { 'idempotency-key': randomUUID() };
    return answered(() => world.post({ lead }, { headers }));
  };
  /** A search that was waited for, and the offers that it found. */
  async function search(): Promise<{ answer: Answered; found: string[] }> {
    let answer: Answered | undefined;
    const isRun = async (): Promise<boolean> => {
      answer = await answered(() => world.search());
      return answer.body.offers.length > 0;
    };
    await until(isRun, 'a search finds offers');
    const found = answer!.body.offers.map(({ offer }) => (offer as { id: string }).id);
    return { answer: answer!, found };
  }

  it('gets one lead at a time, and the next as soon as there is room', async () => {
    world.use(offered({ max_in_flight: 1, timeout_ms: 20_000 }));
    release = world.buyer.hold();
    const before = world.buyer.received.length;
    const first = post();
    await until(() => world.buyer.received.length === before + 1, 'the first is there');
    const second = post();
    const waiting = () =>
      world.api.connection.collection('leads').countDocuments({ 'timeline.what': 'waits' });
    await until(async () => (await waiting()) === 1 && world.workers.inHand() === 1, 'the second waits');
    expect(world.buyer.received.length, 'no worker is held, nothing more was sent').to.equal(before + 1);
    release();
    for (const answer of await Promise.all([first, second]))
      await until(async () => (await world.lead(answer)).state === 'accepted', 'it is accepted');
    const { timeline } = await world.lead(await second);
    // How often it looks for room depends on how soon there is some.
    const looks = timeline.map(({ what }) => what).filter((what, i, all) => what !== all[i - 1]);
    expect(looks).to.deep.equal(['received', 'waits', 'sent', 'answered', 'decided']);
  });

  it('is not offered while its breaker is open, and the search says why to the operator alone', async () => {
    const breaker = { failures: 1, open_for_ms: 600_000, offer_while_open: false };
    const down = { ...delivery, url: 'http://127.0.0.1:1/leads', breaker };
    world.use(offered(down));
    const pending = post();
    await until(
      async () => (await world.workers.ports.gate.openBreakers()).has(IDS.shared),
      'the breaker is open',
    );
    const { answer, found } = await search();
    expect(found).not.to.include(IDS.shared);
    expect(answer.text).not.to.contain('destination_down');
    const stored = await world.api.platform.searches.read(answer.body.svc_lead_id);
    const verdict = stored?.verdicts.find(({ offer_id }) => offer_id === IDS.shared);
    expect(verdict).to.deep.include({ returned: false });
    expect(verdict?.refusal).to.include({ check: 'destination', why: 'destination_down' });
    world.use(offered({ ...down, breaker: { ...breaker, offer_while_open: true } }));
    expect((await search()).found).to.include(IDS.shared);
    expect((await pending).body.code).to.equal('PENDING');
  });
});
