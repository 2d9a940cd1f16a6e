import { expect } from 'chai';
import { sweep } from '../../src/app/upkeep/sweep.js';
import { PATHS } from '../support/api.js';
import { answered, decided } from '../support/careful.js';
import { IDS } from '../support/catalogue.js';
import { openWorld, type World } from '../support/world.js';

describe('processes with MONGO_BATCHES=off', () => {
  let world: World;
  before(async () => {
    world = await openWorld({ mongoBatches: 'off' });
  });
  after(() => world.close());

  it('search, sell and settle as with batches, many at once', async () => {
    const codes = await Promise.all(Array.from({ length: 8 }, () => sell()));
    expect(codes).to.deep.equal(Array.from({ length: 8 }, () => 'ACCEPTED'));
    await sweep({ ...world.workers.ports, clock: () => new Date(Date.now() + 10_000) });
    const leads = world.api.connection.collection('leads');
    expect(await leads.countDocuments({ state: 'accepted', debts: [], unbooked: [] })).to.equal(8);
    // Only batches leave marks in records.
    expect(await leads.countDocuments({ marks: { $exists: true } })).to.equal(0);
  });

  async function sell(): Promise<string> {
    const result = world.found(await answered(() => world.search()), IDS.shared);
    const headers = { 'Idempotency-Key': result.search };
    const { code } = await decided(
      () => world.submit(result, {}, { headers }),
      (id) => world.api.get(`${PATHS.leads}/${id}`),
    );
    return code;
  }
});
