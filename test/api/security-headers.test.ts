import { expect } from 'chai';
import { openApi } from '../../src/api/open-api.js';
import { callApi, PATHS, startApi, type TestApi } from '../support/api.js';
import { captureLog } from '../support/captured-log.js';
import { rawCall } from '../support/raw-call.js';
import supertest from 'supertest';

describe('api: headers of every answer', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  const ROWS = [
    '/docs',
    '/docs/page.css',
    '/openapi.json',
    '/healthz',
    '/readyz',
    '/metrics',
    '/nothing',
    PATHS.leads,
  ];
  for (const path of ROWS)
    it(`${path}: nosniff`, async () => {
      const { headers } = await supertest(api.url).get(path);
      expect(headers['x-content-type-options']).to.equal('nosniff');
      expect(headers).to.not.have.property('strict-transport-security');
    });

  it('what the parser refuses: nosniff', async () => {
    const { headers } = await rawCall(api.url, ['NONSENSE']);
    expect(headers['x-content-type-options']).to.equal('nosniff');
  });

  for (const [what, trustProxy, proto, hsts] of [
    ['a believed proxy says https', 1, 'https', 'max-age=31536000'],
    ['a believed proxy says http', 1, 'http', undefined],
    ['nobody is believed', false, 'https', undefined],
  ] as const)
    it(`${what} → Strict-Transport-Security ${hsts ?? 'absent'}`, async () => {
      const settings = { ...api.platform.settings, trustProxy };
      const one = openApi({ ...api.platform, settings }, `web-${proto}-${String(trustProxy)}`);
      const sent = { headers: { 'X-Forwarded-Proto': proto } };
      const { headers } = await callApi(one.app, 'get', `${PATHS.results}/1`, sent);
      expect(headers['strict-transport-security']).to.equal(hsts);
      await one.close();
    });

  for (const [what, trustProxy, header, told] of [
    ['a proxy that is not trusted is told of', false, { 'X-Forwarded-For': '198.51.100.7' }, ['loopback']],
    [
      'so is one whose name does not fit',
      ['uniquelocal'],
      { 'X-Forwarded-For': '198.51.100.7' },
      ['loopback'],
    ],
    ['one that is trusted is not', 1, { 'X-Forwarded-For': '198.51.100.7' }, []],
    ['nor are calls without a proxy', false, {}, []],
  ] as const)
    it(`${what}: once, without an address`, async () => {
      const { log, lines, text } = captureLog();
      const settings = {
        ...api.platform.settings,
        trustProxy: typeof trustProxy === 'object' ? [...trustProxy] : trustProxy,
      };
      const one = openApi({ ...api.platform, settings, log }, `web-untrusted-${what.length}`);
      for (let calls = 0; calls < 3; calls += 1)
        await callApi(one.app, 'get', `${PATHS.results}/1`, { headers: header });
      await one.close();
      const found = lines().filter(({ msg }) => String(msg).includes('TRUST_PROXY'));
      expect(found.map(({ peer }) => peer)).to.deep.equal(told);
      expect(text()).to.not.contain('198.51.100.7');
    });

  it('the large files have an ETag, and are not sent again to who has them', async () => {
    const path = '/docs/swagger-ui-bundle.js';
    const first = await supertest(api.url).get(path);
    const etag = first.headers['etag'] ?? '';
    expect([first.status, first.headers['cache-control']]).to.deep.equal([200, 'public, max-age=3600']);
    expect(etag).to.match(/^"[\w-]{27}"$/);
    const again = await supertest(api.url).get(path).set('If-None-Match', etag);
    expect([again.status, again.text, again.headers['etag']]).to.deep.equal([304, '', etag]);
    expect((await supertest(api.url).get(path).set('If-None-Match', '"other"')).status).to.equal(200);
  });

  it('DOCS=off: neither the document nor its page', async () => {
    const settings = { ...api.platform.settings, docs: 'off' as const };
    const one = openApi({ ...api.platform, settings }, 'web-without-docs');
    for (const path of ['/docs', '/docs/', '/docs/page.css', '/docs/swagger-ui-bundle.js', '/openapi.json'])
      expect((await supertest(one.app).get(path)).status, path).to.equal(404);
    await one.close();
  });
});
