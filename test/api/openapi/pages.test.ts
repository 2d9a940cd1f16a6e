import { expect } from 'chai';
import supertest from 'supertest';
import { startApi, type TestApi } from '../../support/api.js';
import { document } from '../../support/api-document.js';

describe('api: the pages that describe it', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  it('serves the document without a key', async () => {
    const answer = await supertest(api.url).get('/openapi.json');
    expect(answer.status).to.equal(200);
    expect(answer.headers['content-type']).to.equal('application/json; charset=utf-8');
    expect(answer.body).to.deep.equal(document);
  });

  it('serves a page that needs no other host', async () => {
    const page = await supertest(api.url).get('/docs');
    expect(page.status).to.equal(200);
    const policy = page.headers['content-security-policy'] ?? '';
    expect(policy)
      .to.contain("default-src 'none'")
      .and.not.match(/https?:|\*/);
    expect(page.text).to.not.match(/https?:/);
    const used = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    expect(used).to.have.length.above(3);
    for (const address of used)
      expect((await supertest(api.url).get(`/${address}`)).status, address).to.equal(200);
  });

  it('leads from the address with a slash to the page, below any prefix', async () => {
    const { status, headers } = await supertest(api.url).get('/docs/');
    expect(status).to.equal(308);
    expect(new URL(headers['location'] ?? '', 'https://proxy.example/leads/docs/').pathname).to.equal(
      '/leads/docs',
    );
  });

  it('answers other methods as the health pages do, and nothing beside its files', async () => {
    for (const path of ['/openapi.json', '/docs', '/docs/', '/docs/page.css', '/docs/page.js', '/healthz']) {
      const { status, headers, body } = await api.call('post', path);
      expect([status, headers['allow'], body.code]).to.deep.equal([405, 'GET, HEAD', 'MALFORMED_REQUEST']);
      expect((await supertest(api.url).head(path).redirects(1)).status, path).to.equal(200);
    }
    for (const path of ['/docs/index.html', '/docs/package.json', '/docs/..%2fpackage.json'])
      expect((await supertest(api.url).get(path)).status, path).to.equal(404);
  });
});
