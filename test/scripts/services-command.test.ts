import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { copyScripts } from './clone-copy.js';
import { installRedisServer } from './redis-program.js';
import { inlineModule, isAlive, runNode } from './run-node.js';
import { makeTempDir } from './temp-dir.js';

describe('npm run services', function () {
  const temp = makeTempDir();
  after(() => {
    // What a failed test has left up belongs to nobody.
    if (existsSync(stateFile)) process.kill(redisPid(), 'SIGKILL');
    temp.remove();
  });
  const clone = copyScripts(temp.path('clone'));
  const stateFile = join(clone, '.leadkeep/services/redis.json');
  let env: Record<string, string | undefined> = {};
  const services = async (command: string): Promise<{ code: number | string; output: string }> => {
    const run = runNode([join(clone, 'scripts/services/main.mjs'), command], { cwd: clone, env });
    return { code: await run.ended, output: run.output() };
  };
  const redisPid = (): number =>
    (JSON.parse(readFileSync(stateFile, 'utf8')) as { records: { pid: number }[] }).records[0]!.pid;

  before(async function () {
    const PATH = await installRedisServer(temp);
    if (PATH === undefined) this.skip();
    env = { PATH, REDIS_URL: undefined, MONGO_URL: 'mongodb://db.example:1', LEADKEEP_SERVICES: 'path' };
  });

  it('up starts what stays, status tells of it, down stops it', async () => {
    const up = await services('up');
    expect(up.output).to.match(/REDIS_URL=redis:\/\/127\.0\.0\.1:\d+ {2}\(path\)/);
    const pid = redisPid();
    expect((await services('up')).output).to.equal(up.output);
    expect((await services('status')).output).to.include(`by way "path", processes redis ${pid}`);
    expect(isAlive(pid)).to.equal(true);
    expect((await services('down')).output).to.include('redis: stopped');
    expect(isAlive(pid)).to.equal(false);
    expect((await services('status')).output).to.include('redis: not running');
  });

  it('down leaves a stranger alone that has got the pid', async () => {
    await services('up');
    const redis = redisPid();
    const stranger = runNode(inlineModule('console.log("up"); setInterval(() => {}, 1000);'));
    await stranger.printed('up');
    const pid = stranger.child.pid!;
    const remembered = readFileSync(stateFile, 'utf8');
    process.kill(redis, 'SIGKILL');
    writeFileSync(stateFile, remembered.replace(`"pid": ${redis}`, `"pid": ${pid}`));
    expect((await services('status')).output).to.include(
      'redis: not running (it ended without being stopped)',
    );
    expect((await services('down')).output).to.include('redis: was not running');
    expect(isAlive(pid)).to.equal(true);
    stranger.child.kill();
    await stranger.ended;
  });

  it('down does not stop what belongs to a running command', async () => {
    await services('up');
    const state = JSON.parse(readFileSync(stateFile, 'utf8')) as {
      records: { identity: string; pid: number }[];
    };
    const { pid, identity } = state.records[0]!;
    writeFileSync(stateFile, JSON.stringify({ ...state, owner: { what: 'npm start', pid, identity } }));
    const refused = await services('down');
    expect([refused.code, refused.output.trim().split('\n')[0]]).to.deep.equal([
      1,
      `redis belongs to npm start (process ${pid}): stop that one.`,
    ]);
    writeFileSync(stateFile, JSON.stringify({ ...state, owner: null }));
    await services('down');
    expect(isAlive(pid)).to.equal(false);
  });

  it('up begins anew where a command was killed, whose watchdog may be ending what it had started', async () => {
    await services('up');
    const pid = redisPid();
    const state = JSON.parse(readFileSync(stateFile, 'utf8')) as object;
    const owner = { what: 'npm start', pid, identity: 'of a process that is gone' };
    writeFileSync(stateFile, JSON.stringify({ ...state, owner }));
    expect((await services('up')).output).to.not.include('belongs to');
    expect(isAlive(pid)).to.equal(false);
    expect((await services('down')).output).to.include('redis: stopped');
  });

  it('says what it knows when it is asked for something else', async () => {
    const { code, output } = await services('restart');
    expect([code, output.includes('up, down, status')]).to.deep.equal([1, true]);
  });
});
