import { expect } from 'chai';
import { openApi } from '../../src/api/open-api.js';
import { createLogger } from '../../src/platform/process/logger.js';
import { OutageError } from '../../src/app/outage.js';
import { callApi, newPerson, PATHS, searchBody, startApi, type TestApi } from '../support/api.js';

const ID = 'the-callers-own-id';

describe('contract: what the log says of a call', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  /** One search by an app whose store fails like this; its lines in the log. */
  async function logged(error: Error, lead: object) {
    const lines: Record<string, unknown>[] = [];
    const log = createLogger({ logLevel: 'info' }, 'web', {
      write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
    });
    const searches = { ...api.platform.searches, insert: () => Promise.reject(error) };
    const failing = openApi({ ...api.platform, log, searches }, 'web-logged');
    try {
      await failing.ready;
      const answer = await callApi(failing.app, 'post', PATHS.search, {
        key: api.key,
        headers: { 'X-Request-Id': ID },
        body: searchBody({ lead }),
      });
      return { answer, lines };
    } finally {
      await failing.close();
    }
  }

  for (const [what, error, http, level] of [
    ['500', new Error('what nobody foresaw'), 500, 'error'],
    ['503', new OutageError('MongoDB', new Error('what nobody foresaw')), 503, 'warn'],
  ] as const)
    it(`the cause of a ${what} stands there under the request’s id, without personal data`, async () => {
      const lead = newPerson();
      const { answer, lines } = await logged(error, lead);
      expect([answer.status, answer.body.request_id]).to.deep.equal([http, ID]);
      const cause = lines.find((line) => line['level'] === level);
      expect(cause).to.include({ request_id: ID });
      expect(JSON.stringify(cause)).to.contain('what nobody foresaw');
      const all = JSON.stringify(lines);
      for (const secret of [lead.personal.email, lead.personal.phone, '203.0.113.7', api.key])
        expect(all).to.not.contain(secret);
    });
});
