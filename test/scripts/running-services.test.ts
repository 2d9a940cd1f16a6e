import { expect } from 'chai';
import { loadScript } from './load-script.js';
import { makeTempDir } from './temp-dir.js';

type Env = Record<string, string>;

describe('what the command line has of a clone', () => {
  const dir = makeTempDir();
  after(() => {
    dir.remove();
  });

  async function found(env: Env, fallback: Env = {}): Promise<{ urls: Env; said: string[] }> {
    const { runningServices } = await loadScript<{
      runningServices: (clone: string, log: (line: string) => void, env: Env, fallback: Env) => Env;
    }>('services/server-state.mjs');
    const said: string[] = [];
    const urls = runningServices(dir.path('.'), (line) => void said.push(line), env, fallback);
    return { urls, said };
  }

  for (const [what, env, fallback, said] of [
    [
      'neither',
      {},
      {},
      'redis and mongo do not run (npm start, or npm run services -- up), and REDIS_URL and MONGO_URL are not set',
    ],
    [
      'one of them',
      { REDIS_URL: 'redis://r' },
      {},
      'mongo does not run (npm start, or npm run services -- up), and MONGO_URL is not set',
    ],
    ['what npm start has', {}, { REDIS_URL: 'redis://r', MONGO_URL: 'mongodb://m' }, undefined],
  ] as const)
    it(`says in one line what is not there: ${what}`, async () => {
      const lines = said === undefined ? [] : [`this clone's ${said}`];
      expect(await found(env, fallback)).to.deep.equal({ urls: {}, said: lines });
    });

  it('reads what npm start gives its processes, and nothing when none runs', async () => {
    const { readStartEnv } = await loadScript<{ readStartEnv: (clone: string) => Env }>(
      'launch/start-env.mjs',
    );
    expect({ ...readStartEnv(dir.path('.')) }).to.deep.equal({});
    dir.write('.leadkeep/start.env', 'LEADKEEP_SECRET_SANDBOX_TOKEN="sandbox"\nREDIS_URL="redis://r"\n');
    expect({ ...readStartEnv(dir.path('.')) }).to.deep.equal({
      LEADKEEP_SECRET_SANDBOX_TOKEN: 'sandbox',
      REDIS_URL: 'redis://r',
    });
  });

  it('takes what is set before that, but an empty value counts as not set', async () => {
    const { besideStart } = await loadScript<{ besideStart: (start: Env, env: Env) => Env }>(
      'launch/start-env.mjs',
    );
    const start = { IDENTITY_SECRET: 'of the start', PUBLIC_URL: 'http://a', REDIS_PREFIX: 'of-the-start' };
    expect(besideStart(start, { IDENTITY_SECRET: '', PUBLIC_URL: 'http://b', PATH: '/bin' })).to.deep.equal({
      ...{ IDENTITY_SECRET: 'of the start', PUBLIC_URL: 'http://b', REDIS_PREFIX: 'of-the-start' },
      PATH: '/bin',
    });
  });
});
