import { expect } from 'chai';
import type { Express } from 'express';
import supertest from 'supertest';
import { openApi } from '../../src/api/open-api.js';
import { openOperatorApi } from '../../src/operator-api/open-operator-api.js';
import type { Settings } from '../../src/platform/process/settings.js';
import { startApi, type TestApi } from '../support/api.js';

const TOKEN = 'a token of the health pages, 32 characters';

type Row = readonly [what: string, Partial<Settings>, sent: string | undefined, status: number];
const ROWS: readonly Row[] = [
  ['nothing is set', {}, undefined, 200],
  ['in production', { nodeEnv: 'production' }, undefined, 404],
  ['in production, with any token', { nodeEnv: 'production' }, TOKEN, 404],
  ['without the token', { nodeEnv: 'production', healthToken: TOKEN }, undefined, 401],
  ['with another token', { nodeEnv: 'production', healthToken: TOKEN }, `${TOKEN}.`, 401],
  ['with the token', { nodeEnv: 'production', healthToken: TOKEN }, TOKEN, 200],
  ['without the token that is set elsewhere', { healthToken: TOKEN }, undefined, 401],
  ['on HEALTH_PORT', { nodeEnv: 'production', healthToken: TOKEN, healthPort: 1 }, TOKEN, 404],
];

describe('api: health pages on the port of an API', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  const asked = async (app: Express, path: string, sent: string | undefined): Promise<number> => {
    const call = supertest(app).get(path);
    // As behind a router: the address of who asks is a private one, and proves nothing.
    const headers = { 'X-Forwarded-For': '127.0.0.1', ...(sent && { Authorization: `Bearer ${sent}` }) };
    return (await call.set(headers)).status;
  };

  for (const [what, over, sent, status] of ROWS)
    it(`${what} → ${status}`, async () => {
      const platform = { ...api.platform, settings: { ...api.platform.settings, ...over } };
      const one = openApi(platform, `web-${what}`);
      for (const app of [one.app, openOperatorApi(platform)]) {
        expect(await asked(app, '/metrics?x=1', sent)).to.equal(status);
        // 503: shown, but this machine is too busy for it to be ready.
        expect(await asked(app, '/readyz', sent)).to.be.oneOf(status === 200 ? [200, 503] : [status]);
        expect(await asked(app, '/healthz', undefined)).to.equal(over.healthPort === undefined ? 200 : 404);
      }
      await one.close();
    });
});
