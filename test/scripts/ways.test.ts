import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { expect } from 'chai';
import { fakeMongod } from './fake-mongod.js';
import { loadScript } from './load-script.js';
import { installRedisServer } from './redis-program.js';
import { makeTempDir } from './temp-dir.js';

interface Services {
  mongoUrl: string;
  redisUrl: string;
  how: { mongo: string; redis: string };
  stop: () => Promise<void>;
}
interface EnsureServices {
  ensureServices: (options: {
    mode: 'private' | 'persistent';
    cloneDir: string;
    env: Record<string, string | undefined>;
    owner?: string;
  }) => Promise<Services>;
}

const { ensureServices } = await loadScript<EnsureServices>('services/ensure-services.mjs');

const answers = (url: string): Promise<boolean> =>
  ask(url, 'PING').then(
    () => true,
    () => false,
  );

const ask = (url: string, command: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.once('data', (chunk) => {
      resolve(chunk.toString());
      socket.destroy();
    });
    socket.once('error', reject);
  });

describe('the ways to the services', function () {
  const temp = makeTempDir();
  after(temp.remove);
  const given = { MONGO_URL: 'mongodb://db.example:1', REDIS_URL: 'redis://cache.example:2' };
  const clean: Record<string, string | undefined> = {
    ...process.env,
    MONGO_URL: undefined,
    REDIS_URL: undefined,
  };

  it('1: given URLs are used as they are', async () => {
    const env = { ...clean, ...given, PATH: '/nonexistent' };
    const services = await ensureServices({ mode: 'private', cloneDir: temp.dir, env });
    expect([services.mongoUrl, services.redisUrl]).to.deep.equal([given.MONGO_URL, given.REDIS_URL]);
    expect(services.how).to.deep.equal({ redis: 'url', mongo: 'url' });
    await services.stop();
  });

  it('2: servers on the PATH are run as private instances, and are gone afterwards', async function () {
    const path = await installRedisServer(temp);
    if (path === undefined) return this.skip();
    temp.program('bin/mongod', fakeMongod(process.execPath));
    const env = { ...clean, PATH: path, LEADKEEP_SERVICES: 'path' };
    const services = await ensureServices({ mode: 'private', cloneDir: temp.dir, env });
    expect(services.how).to.deep.equal({ redis: 'path', mongo: 'path' });
    expect(await ask(services.redisUrl, 'CONFIG GET maxmemory-policy')).to.include('noeviction');
    expect(await ask(services.redisUrl, 'CONFIG GET bind')).to.include('127.0.0.1');
    expect(await answers(services.mongoUrl)).to.equal(true);
    await services.stop();
    expect([await answers(services.redisUrl), await answers(services.mongoUrl)]).to.deep.equal([
      false,
      false,
    ]);
  });

  it('2: persistent data is there again after a restart, with an append-only file', async function () {
    const path = await installRedisServer(temp);
    if (path === undefined) return this.skip();
    const env = { ...clean, MONGO_URL: given.MONGO_URL, PATH: path, LEADKEEP_SERVICES: 'path' };
    const start = () =>
      ensureServices({ mode: 'persistent', cloneDir: temp.path('clone'), env, owner: 'a test' });
    const first = await start();
    const second = await start();
    expect(second.redisUrl).to.equal(first.redisUrl);
    await second.stop();
    expect(await ask(first.redisUrl, 'SET lead 1')).to.include('OK');
    await first.stop();
    const again = await start();
    expect(await ask(again.redisUrl, 'GET lead')).to.equal('$1\r\n1\r\n');
    await again.stop();
    expect(await answers(again.redisUrl)).to.equal(false);
  });

  it('2: a Redis that is too old is not taken', async () => {
    temp.program('old/redis-server', 'echo "Redis server v=6.2.1 sha=0"');
    const env = {
      ...clean,
      MONGO_URL: given.MONGO_URL,
      PATH: `${temp.path('old')}:${clean.PATH}`,
      LEADKEEP_SERVICES: 'path',
    };
    const fault = await ensureServices({ mode: 'private', cloneDir: temp.dir, env }).then(String, String);
    expect(fault).to.include('version 6').and.include('7 or newer');
  });

  it('6: none: one sentence says what was tried and how to get on, and nothing is left', async () => {
    temp.write('tmp/marker', '');
    const env = {
      ...clean,
      PATH: '/nonexistent',
      TMPDIR: temp.path('tmp'),
      LEADKEEP_SERVICES: 'path,docker',
    };
    const fault = await ensureServices({ mode: 'private', cloneDir: temp.dir, env }).then(String, String);
    for (const part of ['path (', 'docker (', '_URL', 'install Docker']) expect(fault).to.include(part);
    expect(readdirSync(temp.path('tmp'))).to.deep.equal(['marker']);
  });

  it('a forced way must be one of them', async () => {
    const env = { ...clean, LEADKEEP_SERVICES: 'cloud' };
    const fault = await ensureServices({ mode: 'private', cloneDir: temp.dir, env }).then(String, String);
    expect(fault).to.include('"cloud"').and.include('path, docker, download, packages');
    expect(existsSync(temp.path('.leadkeep'))).to.equal(false);
  });
});
