import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { newPerson, PATHS, searchBody, startApi, type TestApi } from '../support/api.js';
import { IDS } from '../support/catalogue.js';
import { countCommands } from '../support/count-commands.js';
import { until } from '../support/until.js';

describe('refused calls are kept for operators', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());
  const kept = (filter: object = {}) => api.connection.collection('refused_calls').find(filter).toArray();
  async function keptOf(...requests: readonly { readonly body: { readonly request_id: string } }[]) {
    const filter = { request_id: { $in: requests.map(({ body }) => body.request_id) } };
    await until(async () => (await kept(filter)).length === requests.length, 'they are kept');
    return kept(filter);
  }

  it('with key, code and field, and without a value that was sent', async () => {
    const email = 'jane.roe at example.com';
    const refused = await api.post(PATHS.search, searchBody({ lead: { personal: { email } } }));
    const { status, body } = refused;
    expect([status, body.code]).to.deep.equal([400, 'INVALID_FIELD']);
    const [call] = await keptOf(refused);
    expect(call).to.deep.include({
      ...{ http: 400, code: 'INVALID_FIELD', field: body.field, route: PATHS.search },
      ...{ affiliate_id: IDS.affiliate, campaign_id: IDS.campaign },
    });
    expect(api.key.startsWith(String(call?.['key_prefix']))).to.equal(true);
    expect(JSON.stringify(call)).to.not.contain('jane');
  });

  it('without a name that the caller made up, though the answer names it', async () => {
    const name = `jane.roe@example.com${'x'.repeat(40_000)}`;
    const keyed = name.replaceAll('.', '_');
    const calls = [
      await api.get(`${PATHS.leads}?${encodeURIComponent(name.slice(0, 1_000))}=1`),
      await api.post(PATHS.search, { ...searchBody(), [keyed]: { deep: 'a\0b' } }),
    ];
    expect(calls.map(({ status, body }) => [status, body.code])).to.deep.equal([
      [400, 'INVALID_FIELD'],
      [400, 'INVALID_FIELD'],
    ]);
    expect(calls.map(({ body }) => body.field)).to.deep.equal([name.slice(0, 1_000), `${keyed}.deep`]);
    const found = await keptOf(...calls);
    expect(found.map(({ field }) => field as unknown)).to.deep.equal(['*', '*']);
    expect(JSON.stringify(found)).to.not.contain('jane');
  });

  it('without the campaign if it is not one of the caller, and without a key if none is valid', async () => {
    const stranger = 'c0000000-0000-4000-8000-00000000beef';
    const refused = await api.post(PATHS.search, searchBody({ svc_campaign_id: stranger }));
    const key = api.key.slice(0, -1) + (api.key.endsWith('x') ? 'y' : 'x');
    const unknown = await api.post(PATHS.search, searchBody(), { key });
    expect([refused.status, unknown.status]).to.deep.equal([400, 401]);
    const calls = await keptOf(refused, unknown);
    for (const call of calls) expect(call).to.not.have.property('campaign_id');
    expect(calls.find(({ code }) => code === 'AUTH_INVALID')).to.not.have.any.keys(
      'key_prefix',
      'affiliate_id',
    );
    expect(JSON.stringify(calls)).to.not.contain(stranger);
  });

  it('without any command for calls that are not refused, and no call of an unknown address', async () => {
    await pause(1_100);
    const before = (await kept()).length;
    const { email, phone } = newPerson().personal;
    const { names } = await countCommands(api.platform.connection).during(async () => {
      expect((await api.post(PATHS.dupeCheck, { email, phone })).status).to.equal(200);
      await api.get('/api/v1/nothing');
      await pause(1_200);
    });
    expect(names.filter((name) => name !== 'find' && name !== 'aggregate')).to.deep.equal([]);
    expect(await kept()).to.have.length(before);
  });
});
