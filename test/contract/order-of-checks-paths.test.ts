import { expect } from 'chai';
import { PATHS, searchBody, startApi, type Answered, type TestApi } from '../support/api.js';
import { expectAnswer } from '../support/envelope.js';
import { rawCall } from '../support/raw-call.js';
import { storedSearch } from '../support/stored-search.js';
import { until } from '../support/until.js';

const ID = '00000000-0000-4000-8000-00000000ffff';

/** Every known path, and the methods it has. */
const KNOWN: readonly (readonly [path: string, allow: string])[] = [
  [PATHS.search, 'POST'],
  [`${PATHS.results}/${ID}`, 'GET, HEAD'],
  [PATHS.leads, 'POST, GET, HEAD'],
  [`${PATHS.statements}/2026-10`, 'GET, HEAD'],
  [`${PATHS.leads}/${ID}`, 'GET, HEAD'],
  [PATHS.dupeCheck, 'POST'],
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'PURGE'];

/** What is nobody's path, with a key and without. */
const NOWHERE: readonly (readonly [what: string, path: string])[] = [
  ['nothing', '/'],
  ['the prefix', '/api/v1'],
  ['another version', '/api/v2/engine/search'],
  ['an operation that is not there', '/api/v1/engine/campaigns'],
  ['a trailing slash', `${PATHS.search}/`],
  ['a trailing slash behind an id', `${PATHS.results}/${ID}/`],
  ['results without an id', PATHS.results],
  ['results with an empty id', `${PATHS.results}/`],
  ['more behind the id', `${PATHS.results}/${ID}/offers`],
  ['another case', '/API/v1/engine/search'],
  ['two slashes', '/api/v1//engine/search'],
  ['dots that lead back', '/api/v1/x/../engine/search'],
  ['an escaped slash', '/api/v1/engine%2Fsearch'],
  ['a broken escape in an id', `${PATHS.results}/%`],
  ['a broken escape, half of one', `${PATHS.results}/%z1`],
  ['an escape that is not UTF-8', `${PATHS.results}/%ff`],
  ['a broken escape before the operation', '/api/%zz/engine/search'],
];

/** Ids in a path that are of nothing, known only to those who have a key. */
const NO_IDS = [
  '1',
  'null',
  'undefined',
  `${ID}0`,
  ID.replaceAll('-', ''),
  `%7B${ID}%7D`,
  `${ID}%00`,
  '%20',
  '..%2f',
];

describe('contract: paths and methods', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  const raw = async (method: string, path: string, headers: readonly string[] = []) =>
    rawCall(api.url, [`${method} ${path} HTTP/1.1`, ...headers]);
  const withKey = (): string[] => [`Authorization: Bearer ${api.key}`];
  const expectRefused = (answer: Answered, http: number, code: string): void => {
    expectAnswer(answer, { http, code });
  };

  for (const [path, allow] of KNOWN)
    for (const method of METHODS.filter((name) => !allow.split(', ').includes(name)))
      it(`${method} ${path.replace(ID, '{id}')}: 405, Allow: ${allow}`, async () => {
        const answer = await raw(method, path, withKey());
        expect(answer.headers['allow']).to.equal(allow);
        if (method === 'HEAD') expect([answer.status, answer.text]).to.deep.equal([405, '']);
        else expectRefused(answer, 405, 'MALFORMED_REQUEST');
        const without = await raw(method, path);
        expect(without.status, 'without a key').to.equal(401);
        expect(without.headers).to.not.have.property('allow');
      });

  it('says which method to use', async () => {
    expect((await api.call('options', PATHS.dupeCheck)).body['message']).to.equal(
      'Use POST on this address.',
    );
    expect((await api.post(`${PATHS.results}/${ID}`, {})).body['message']).to.equal(
      'Use GET on this address.',
    );
  });

  it('HEAD is a GET without its body', async () => {
    const search = storedSearch();
    await api.storeSearch(search);
    const path = `${PATHS.results}/${search.id}`;
    const head = await raw('HEAD', path, withKey());
    const { status, headers } = await api.get(path);
    expect([head.status, head.text]).to.deep.equal([status, '']);
    for (const name of ['content-type', 'content-length', 'cache-control'])
      expect(head.headers[name], name).to.equal(headers[name]);
    expect((await raw('HEAD', `${PATHS.results}/${ID}`, withKey())).status).to.equal(404);
  });

  for (const [what, path] of NOWHERE)
    it(`${what} is no path: 404, also without a key`, async () => {
      for (const headers of [[], withKey()])
        for (const method of ['GET', 'POST', 'OPTIONS'])
          expectRefused(await raw(method, path, headers), 404, 'NOT_FOUND');
    });

  for (const id of NO_IDS)
    it(`the id ${id} is the id of nothing`, async () => {
      for (const operation of [PATHS.results, PATHS.leads]) {
        expectAnswer(await raw('GET', `${operation}/${id}`, withKey()), {
          http: 404,
          code: 'NOT_FOUND',
          field: 'svc_lead_id',
        });
        expectRefused(await raw('GET', `${operation}/${id}`), 401, 'AUTH_REQUIRED');
      }
    });

  it('ids may be sent in capitals', async () => {
    const search = storedSearch();
    await api.storeSearch(search);
    const { status, body } = await api.get(`${PATHS.results}/${search.id.toUpperCase()}`);
    expect([status, body.svc_lead_id]).to.deep.equal([200, search.id]);
    const again = await api.post(PATHS.search, searchBody({ svc_lead_id: search.id.toUpperCase() }));
    expect(again.body.svc_lead_id).to.equal(search.id);
  });

  it('a query changes nothing, and is never a key', async () => {
    const path = `${PATHS.results}/${ID}?page=2&api_key=${api.key}`;
    expect((await api.get(path)).status).to.equal(404);
    expectRefused(await raw('GET', path), 401, 'AUTH_REQUIRED');
  });

  it('a whole address and * as the target are read like any other', async () => {
    expectRefused(await raw('GET', `http://leadkeep${PATHS.search}`, withKey()), 405, 'MALFORMED_REQUEST');
    for (const target of ['*', 'http://', 'http://?x', 'http://leadkeep', 'http://[::1/'])
      expectRefused(await raw('OPTIONS', target, withKey()), 404, 'NOT_FOUND');
  });

  it('CONNECT to another host is an unknown path; the caller’s X-Request-Id is kept', async () => {
    const answer = await raw('CONNECT', 'example.com:443', ['X-Request-Id: connect-1']);
    expectRefused(answer, 404, 'NOT_FOUND');
    expect(answer.body.request_id).to.equal('connect-1');
  });

  it('a method that HTTP does not know is refused by its syntax', async () => {
    expectRefused(await raw('FETCH', PATHS.search), 400, 'MALFORMED_REQUEST');
  });

  for (const path of ['/healthz', '/readyz', '/metrics'])
    it(`${path} is for those who run the service: no key; other methods are refused`, async () => {
      // Readiness may be away for a moment on a busy machine.
      await until(async () => (await raw('GET', path)).status === 200, 'it is answered');
      const answer = await raw('POST', path);
      expectRefused(answer, 405, 'MALFORMED_REQUEST');
      expect(answer.headers['allow']).to.equal('GET, HEAD');
    });
});
