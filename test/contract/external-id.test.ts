import { expect } from 'chai';
import { newPerson } from '../support/api.js';
import { startContract, type Contract } from '../support/contract.js';

const NO_ID: readonly unknown[] = [4711, true, { a: 1 }, ['x'], 'x'.repeat(129)];
const QUESTION = { name: 'external_id', label: 'Your id', type: 'text', required: true };

/** docs/contract/leads.md#external_id */
describe('contract: external_id', function () {
  let world: Contract;
  before(async () => {
    world = await startContract((url) => ({
      offers: {
        plain: {},
        asking: { questions: [QUESTION] },
        later: { delivery: { url: `${url}/later`, insecure_http: true } },
      },
      campaigns: { all: { offers: ['plain', 'asking', 'later'].map((offer) => ({ offer })) } },
    }));
    world.buyer.says('/later', { result: 'pending', reference: 't-1' });
  });
  after(() => world.close());

  const stored = (id: string) => world.api.platform.leads.read(id);

  it('a search echoes it, and so do its results and the leads that are submitted of it', async () => {
    const found = await world.searched('all', { external_id: ' order-4711 ' });
    expect(found['external_id']).to.equal('order-4711');
    const { body } = await world.submit(found, 'plain');
    expect(body).to.include({ code: 'ACCEPTED', external_id: 'order-4711' });
    const own = await world.submit(found, 'later', { external_id: 'order-4711/b' });
    expect(own.body['external_id']).to.equal('order-4711/b');
    expect((await world.lead(own.body.svc_lead_id)).body['external_id']).to.equal('order-4711/b');
  });

  it('a search that runs again has the newest one, or none', async () => {
    const lead = newPerson();
    const { body } = await world.search('all', { lead, external_id: 'first' });
    const again = (over: object) => world.search('all', { lead, svc_lead_id: body.svc_lead_id, ...over });
    expect((await again({ external_id: 'second' })).body['external_id']).to.equal('second');
    expect((await again({})).body).to.not.have.property('external_id');
    expect((await world.results(body.svc_lead_id)).body).to.not.have.property('external_id');
  });

  it('it need not be unique, and is no extra key', async () => {
    const ids = new Set<string>();
    for (const external_id of ['twice', 'twice', '日'.repeat(128)]) {
      const { body } = await world.direct('all', 'plain', { external_id });
      expect(body).to.include({ code: 'ACCEPTED', external_id });
      expect((await stored(body.svc_lead_id))?.extra).to.not.have.property('external_id');
      ids.add(body.svc_lead_id);
    }
    expect(ids.size).to.equal(3);
  });

  for (const external_id of NO_ID)
    it(`${JSON.stringify(external_id).slice(0, 20)} is an extra key and no error`, async () => {
      const search = await world.search('all', { external_id });
      expect([search.status, search.body['external_id']]).to.deep.equal([200, undefined]);
      const { body } = await world.direct('all', 'plain', { external_id });
      expect([body.code, body['external_id']]).to.deep.equal(['ACCEPTED', undefined]);
      expect((await stored(body.svc_lead_id))?.extra).to.deep.include({ external_id });
    });

  it('null and blank texts count as not sent', async () => {
    for (const external_id of [null, '', '  '])
      expect((await world.direct('all', 'plain', { external_id })).body).to.not.have.property('external_id');
  });

  it('a question of this name takes it as its answer, and nothing else has it', async () => {
    const { body } = await world.direct('all', 'asking', { external_id: 'A-1' });
    expect(body).to.include({ code: 'ACCEPTED' }).and.to.not.have.property('external_id');
    expect((await stored(body.svc_lead_id))?.answers).to.deep.equal({ external_id: 'A-1' });
    const without = await world.direct('all', 'asking');
    expect(without.body).to.include({ code: 'REQUIRED_FIELD_MISSING', field: 'external_id' });
    const found = await world.searched('all', { external_id: 'of-the-search' });
    const submitted = await world.submit(found, 'asking', { external_id: 'A-2' });
    expect(submitted.body['external_id']).to.equal('of-the-search');
  });

  it('a pending lead says by when the buyer must decide', async () => {
    const { body } = await world.direct('all', 'later');
    const lead = await stored(body.svc_lead_id);
    const until = new Date((lead?.pending_since?.getTime() ?? 0) + 72 * 3_600_000);
    expect(body).to.include({ code: 'PENDING', decide_by: until.toISOString() });
    expect((await world.lead(body.svc_lead_id)).body['decide_by']).to.equal(until.toISOString());
  });
});
