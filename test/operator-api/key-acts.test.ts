import { expect } from 'chai';
import { startActingApi, type Acting, type ActingApi } from '../support/acting-api.js';

describe('operator API: keys', () => {
  let api: ActingApi;
  let ana: Acting;
  before(async () => {
    api = await startActingApi();
    ana = await api.operator('ana', 'keys:read', 'keys:write', 'people:read', 'people:write');
  });
  after(() => api.close());

  type Answer = Readonly<{ key: string; issued: Readonly<Record<string, unknown> & { prefix: string }> }>;
  const AFFILIATE = { affiliate: 'northwind', limits: { search: { per_minute: 600, burst: 50 } } };
  const SPREADSHEET = { name: 'spreadsheet', scopes: ['reports:read'], expires_in_days: 30 };

  for (const [path, asked, action, of] of [
    ['/keys', AFFILIATE, 'key', { is_test: false, limits: AFFILIATE.limits }],
    ['/operator-keys', SPREADSHEET, 'operator_key', { name: 'spreadsheet', scopes: ['reports:read'] }],
  ] as const)
    it(`${path}: issues, lists, replaces and ends a key, all of it audited`, async () => {
      const issued = (await ana.post(path, asked)).body as unknown as Answer;
      expect(issued.issued).to.deep.include({ state: 'valid', ...of });
      expect(issued.key.startsWith(issued.issued.prefix)).to.equal(true);
      const { prefix } = issued.issued;
      const rotated = (await ana.post(`${path}/${prefix}/rotate`, { overlap_hours: 24 }))
        .body as unknown as Answer;
      const twice = await ana.post(`${path}/${prefix}/rotate`, { overlap_hours: 24 });
      expect([twice.status, twice.body['message']]).to.deep.equal([
        409,
        `The key ${prefix}… was already replaced by ${rotated.issued.prefix}….`,
      ]);
      for (const revoked of [true, false])
        expect((await ana.delete(`${path}/${rotated.issued.prefix}`)).body).to.include({ revoked });
      const { body, text } = await ana.get(path);
      const states = (body['keys'] as { prefix: string; state: string }[])
        .filter((one) => [prefix, rotated.issued.prefix].includes(one.prefix))
        .map(({ state }) => state);
      expect(states).to.deep.equal(['replaced', 'revoked']);
      expect(text).to.not.contain(issued.key);
      const acts = (await api.newest(8)).filter(({ phase }) => phase === 'intent').map((one) => one.action);
      expect(acts).to.deep.equal([
        `${action}.issue`,
        `${action}.rotate`,
        `${action}.revoke`,
        `${action}.revoke`,
      ]);
      expect(JSON.stringify(await api.newest(8))).to.not.contain(issued.key);
    });

  it('a key that was issued here works, for its scopes alone', async () => {
    const { key } = (await ana.post('/operator-keys', SPREADSHEET)).body as unknown as Answer;
    const reports = '/api/v1/operator/reports?from=2026-11-01&to=2026-11-02';
    expect((await api.get(reports, { key })).status).to.equal(200);
    expect((await api.get('/api/v1/operator/leads', { key })).status).to.equal(403);
  });

  for (const [what, path, body, status, field] of [
    ['an unknown affiliate', '/keys', { affiliate: 'northwnd' }, 400, 'affiliate'],
    ['no operation', '/keys', { affiliate: 'northwind', operations: [] }, 400, 'operations'],
    ['an unknown scope', '/operator-keys', { ...SPREADSHEET, scopes: ['everything'] }, 400, 'scopes.0'],
    ['a name with a line break', '/operator-keys', { ...SPREADSHEET, name: 'a\nb' }, 400, 'name'],
    [
      'a key for ten years',
      '/operator-keys',
      { ...SPREADSHEET, expires_in_days: 3_650 },
      400,
      'expires_in_days',
    ],
    ['an unknown key', '/keys/svc_live_abcdef/rotate', { overlap_hours: 1 }, 404, 'prefix'],
    ['no start of a key', '/keys/abc/rotate', { overlap_hours: 1 }, 400, 'prefix'],
  ] as const)
    it(`refuses ${what}`, async () => {
      const answer = await ana.post(path, body);
      expect([answer.status, answer.body['field']]).to.deep.equal([status, field]);
    });
});
