import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { runCli } from '../../scripts/processes/run-cli.js';
import { PATHS, resultBody, searchBody } from '../support/api.js';
import { answered, decided } from '../support/careful.js';
import type { ProcessName, TestProcess } from '../support/processes.js';
import { findRedisServer } from '../scripts/redis-program.js';
import { IS_FULL } from '../support/in-full.js';
import { quietPort } from '../support/quiet-port.js';
import { apiOf, openStack, type Client, type Stack } from '../support/stack.js';
import { until } from '../support/until.js';

const NAMES: readonly ProcessName[] = ['web', 'search', 'partner', 'submit', 'sweeper', 'notify', 'console'];
const ANOTHER_SECRET = 'another secret than the one before, 32+';

interface Found {
  readonly processing_done: boolean;
  readonly offers: readonly { readonly svc_result_id: string; readonly offer: { readonly name: string } }[];
}

/** Waits until each of them says so on `/readyz`. */
async function allSay(
  all: readonly TestProcess[],
  what: string,
  holds: (checks: Readonly<Record<string, string>>) => boolean,
): Promise<void> {
  await Promise.all(
    all.map((one) =>
      until(async () => {
        const { http, ready, checks = {} } = await one.ask('/readyz');
        return http === (ready ? 200 : 503) && holds(checks);
      }, `${one.name} says ${what}`),
    ),
  );
}

/** A search whose partner has answered, and the submit of its first result. */
async function sellOne(api: Client): Promise<void> {
  const searched = await answered(() => api.post(PATHS.search, searchBody()));
  const id = searched.body.svc_lead_id;
  const results = async () =>
    (await answered(() => api.get(`${PATHS.results}/${id}`))).body as unknown as Found;
  await until(async () => (await results()).processing_done, 'the search is done');
  const { offers } = await results();
  expect(offers.map(({ offer }) => offer.name)).to.include.members(['Offer 0', 'Partner match']);
  const [best] = offers;
  const submit = resultBody(id, best?.svc_result_id ?? '');
  const headers = { 'idempotency-key': id };
  const sold = await decided(
    () => api.post(PATHS.leads, submit, headers),
    (leadId) => api.get(`${PATHS.leads}/${leadId}`),
  );
  expect(sold.code).to.equal('ACCEPTED');
}

describe('processes: the start', () => {
  let stack: Stack;
  beforeEach(async () => {
    stack = await openStack();
  });
  afterEach(() => stack.close());

  it('each lives without services and indexes, says what is missing, and goes on when it comes', async () => {
    const { mongo, redis, env } = await stack.ways('away');
    const all = await Promise.all(NAMES.map((name) => stack.start(name, env)));
    await Promise.all(all.map((one) => one.lives()));
    await allSay(all, 'what is away', ({ redis, mongodb }) => redis !== 'ok' && mongodb !== 'ok');
    for (const one of all)
      for (const service of ['MongoDB', 'Redis']) await one.says(`waiting for ${service}`);

    await Promise.all([mongo.comeBack(), redis.comeBack()]);
    await allSay(
      all,
      'that the indexes are missing',
      ({ redis, mongodb, indexes = '' }) =>
        redis === 'ok' && mongodb === 'ok' && indexes.startsWith('run leadkeep migrate: missing'),
    );

    const migrated = await runCli(['migrate'], stack.services.env, new AbortController().signal);
    expect(migrated).to.include({ ok: true });
    await Promise.all(all.map((one) => one.ready()));
    await stack.apply();
    const api = apiOf(all[0]!, await stack.issueKey());
    await until(
      async () => (await api.post(PATHS.search, searchBody())).status === 200,
      'the catalogue is in force',
    );
    await sellOne(api);

    for (const one of all) one.send('SIGTERM');
    expect(await Promise.all(all.map(({ ended }) => ended))).to.deep.equal(NAMES.map(() => 'code 0'));
  });

  it('ends when it finds, however late, that its IDENTITY_SECRET is not the one of the data', async () => {
    await stack.migrate();
    const { mongo, env } = await stack.ways('away');
    const other = { ...env, IDENTITY_SECRET: ANOTHER_SECRET, LOG_LEVEL: 'silent' };
    const late = await Promise.all((['web', 'submit'] as const).map((name) => stack.start(name, other)));
    await Promise.all(late.map((one) => one.lives()));
    await mongo.comeBack();
    for (const one of late) {
      expect(await one.ended).to.equal('code 1');
      expect(one.lines).to.have.length(1);
      expect(one.lines[0]).to.match(/^leadkeep: Settings: IDENTITY_SECRET is not the secret [^.]+\.$/);
    }
  });
});

describe('processes: a Redis that evicts', () => {
  it('is not ready, and says why, until it has noeviction', async function () {
    const program = await findRedisServer();
    if (program === undefined) {
      console.log('      skipped: no redis-server on the PATH or in the cache, so none can be made to evict');
      this.skip();
    }
    const port = String(await quietPort());
    const args = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--maxmemory-policy', 'allkeys-lru'];
    const REDIS_URL = `redis://127.0.0.1:${port}`;
    const stack = await openStack();
    const server = spawn(program, args, { stdio: 'ignore' });
    const redis = new Redis(REDIS_URL);
    redis.on('error', () => undefined);
    try {
      await stack.migrate();
      const child = await stack.start('submit', { REDIS_URL });
      await allSay(
        [child],
        'that Redis evicts',
        (checks) =>
          checks['redis'] === 'maxmemory-policy is allkeys-lru, not noeviction' &&
          checks['mongodb'] === 'ok' &&
          checks['indexes'] === 'ok',
      );
      await redis.config('SET', 'maxmemory-policy', 'noeviction');
      await child.ready();
    } finally {
      await stack.close();
      redis.disconnect();
      server.kill('SIGKILL');
      await once(server, 'exit');
    }
  });
});

describe('processes: wrong settings', () => {
  let stack: Stack;
  before(async () => {
    stack = await openStack();
    await stack.migrate();
  });
  after(() => stack.close());

  type Wrong = readonly [ProcessName, string, string];
  const wrong: readonly Wrong[] = [
    ['web', 'PORT', 'abc'],
    ['submit', 'IDENTITY_SECRET', ''],
  ];
  // Each process and each setting, of the same checks.
  const more: readonly Wrong[] = [
    ['partner', 'DATA_KEYS', ''],
    ['search', 'SEARCH_CONCURRENCY', '0'],
    ['sweeper', 'SWEEP_EVERY_MS', '-1'],
    ['web', 'IDENTITY_SECRET', ''],
    ['sweeper', 'IDENTITY_SECRET', 'too short'],
    ['notify', 'DATA_KEYS', ''],
    ['submit', 'DATA_KEYS', 'first:c2hvcnQ='],
    ['partner', 'OUTBOUND_ALLOW', 'everything'],
    ['submit', 'REDIS_URL', 'redis://127.0.0.1:99999'],
    ['submit', 'MONGO_URL', 'mongodb://127.0.0.1:99999/x'],
    ['web', 'MONGO_URL', 'mongodb://user:s3cr3t/@127.0.0.1/x'],
    ['submit', 'MONGO_URL', 'mongodb://user:s3cr3t@127.0.0.1/x?readPreference=secondaryPreferred'],
    ['search', 'MONGO_URL', 'mongodb://127.0.0.1/x?repicaSet=rs0'],
    ['partner', 'MONGO_URL', 'mongodb://127.0.0.1/x?w=1'],
    ['sweeper', 'MONGO_URL', 'mongodb://127.0.0.1/lead.keep'],
    ['notify', 'MONGO_URL', 'mongodb://127.0.0.1/x?compressors=zstd'],
    ['console', 'MONGO_URL', 'mongodb://u:p@127.0.0.1/x?authMechanism=GSSAPI'],
    ['sweeper', 'REDIS_URL', 'rediss+sentinel://one'],
  ];
  for (const [name, setting, value] of IS_FULL ? [...wrong, ...more] : wrong)
    it(`${name} ends with one sentence about ${setting}=${value}`, async () => {
      const child = await stack.start(name, { [setting]: value });
      expect(await child.ended, child.lines.join('\n')).to.equal('code 1');
      expect(child.lines).to.have.length(1);
      expect(child.lines[0]).to.match(new RegExp(`^leadkeep: Settings: ${setting} [^\\n]+\\.$`));
      if (value.length > 2) expect(child.lines[0], 'it may be a secret').to.not.contain(value);
    });

  it('web ends with one sentence when its PORT is in use', async () => {
    const other = createServer().listen(0);
    try {
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      // On a busy machine it may warn that it waits for a service.
      const child = await stack.start('web', { PORT: String(port), LOG_LEVEL: 'error' });
      expect(await child.ended).to.equal('code 1');
      expect(child.lines).to.deep.equal([`leadkeep: Settings: PORT ${port} is in use by another program.`]);
    } finally {
      other.close();
    }
  });
});
