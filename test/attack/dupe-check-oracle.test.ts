import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { mongo } from 'mongoose';
import { identityForms } from '../../src/core/lead/identity.js';
import { newPerson, PATHS, startApi, type TestApi } from '../support/api.js';
import { IDS, testCatalogue } from '../support/catalogue.js';

/** Attack: an affiliate asks the pre-check for a whole list of people, to learn whom others have sold. */
describe('attack: the duplicate pre-check as an oracle', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  const withAffiliate = (affiliate: object) => {
    api.setCatalogue(testCatalogue({ affiliate }));
  };
  async function soldBy(affiliate: string, at = new Date()): Promise<string> {
    const lead = newPerson();
    const owner = {
      lead: randomUUID(),
      affiliate,
      submission: 1,
      offer: IDS.shared,
      buyer: IDS.buyer,
      at,
    };
    const identities = api.platform.identities.keysOf(identityForms(lead));
    const policy = { match: [], window_days: 0, scope: 'offer' } as const;
    expect(
      (await api.platform.claims.take({ identities, policy, owner, now: new Date(), run: 2 })).won,
    ).to.equal(true);
    return lead.personal.email;
  }
  const ask = (email: string) => api.post(PATHS.dupeCheck, { email });

  it('own: an affiliate is told of its own leads alone', async () => {
    const [mine, theirs] = [await soldBy(IDS.affiliate), await soldBy(randomUUID())];
    const answers = async () =>
      Promise.all([mine, theirs].map(async (email) => (await ask(email)).body['duplicate_likely']));
    withAffiliate({ dupe_check: 'own' });
    expect(await answers()).to.deep.equal([true, false]);
    withAffiliate({ dupe_check: true });
    expect(await answers()).to.deep.equal([true, true]);
    expect(await api.platform.metrics.metrics()).to.match(
      /leadkeep_dupe_check_hit_rate\{affiliate="northwind"\} 0\.75/,
    );
  });

  it('own: no lead is read for what others hold, so the time of an answer tells nothing of them', async () => {
    withAffiliate({ dupe_check: 'own' });
    const client = api.platform.connection.getClient();
    const readsFor = async (email: string): Promise<number> => {
      let reads = 0;
      const note = ({ command }: mongo.CommandStartedEvent): void => {
        if (command['find'] === 'leads') reads += 1;
      };
      client.on('commandStarted', note);
      expect((await ask(email)).body['duplicate_likely']).to.equal(false);
      client.off('commandStarted', note);
      return reads;
    };
    // Older than any window: whether its lead is over has to be looked at.
    const long = new Date(Date.now() - 400 * 86_400_000);
    expect(await readsFor(await soldBy(randomUUID(), long))).to.equal(0);
    expect(await readsFor(await soldBy(IDS.affiliate, long))).to.equal(1);
  });

  it('past the ceiling of the day: 429 until midnight (UTC), for every key; a malformed call takes nothing', async () => {
    const used = 6;
    withAffiliate({ dupe_checks_per_day: used + 2 });
    expect((await api.post(PATHS.dupeCheck, { email: 'x' })).status).to.equal(400);
    for (let i = 0; i < 2; i += 1) expect((await ask('nobody@example.com')).status).to.equal(200);
    const key = await api.issueKey();
    const over = await api.post(PATHS.dupeCheck, { email: 'nobody@example.com' }, { key });
    expect([over.status, over.body.code]).to.deep.equal([429, 'RATE_LIMITED']);
    expect(Number(over.headers['retry-after'])).to.be.within(1, 86_400);
  });
});
