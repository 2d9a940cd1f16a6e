import { existsSync } from 'node:fs';
import { expect } from 'chai';
import { cloneDir, scriptPath } from './load-script.js';
import { installRedisServer } from './redis-program.js';
import { inlineModule, isAlive, runNode, until } from './run-node.js';
import { makeTempDir } from './temp-dir.js';

/** Starts a private Redis and an endless child of its own, tells their pids and its folder, and waits. */
const OWNER = `
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { ensureServices } from ${JSON.stringify(scriptPath('services/ensure-services.mjs'))};
import { openGuard } from ${JSON.stringify(scriptPath('services/processes/guard.mjs'))};
import { identityOf } from ${JSON.stringify(scriptPath('services/processes/process-identity.mjs'))};
const inner = openGuard();
const pids = [];
const guard = { ...inner, watch: (record) => { pids.push(record.pid); inner.watch(record); } };
await ensureServices({ mode: 'private', cloneDir: ${JSON.stringify(cloneDir)}, guard });
const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
guard.watch({ kind: 'process', name: 'sleep', pid: child.pid, identity: identityOf(child.pid), signal: 'SIGTERM' });
console.log('pids ' + JSON.stringify(pids) + ' ready');
setInterval(() => {}, 1000);
`;

describe('the watchdog', function () {
  const temp = makeTempDir();
  after(temp.remove);

  it('leaves nothing over when its owner is killed with SIGKILL', async function () {
    const path = await installRedisServer(temp);
    if (path === undefined) return this.skip();
    temp.write('tmp/marker', '');
    const MONGO_URL = 'mongodb://db.example:1';
    const env = {
      PATH: path,
      MONGO_URL,
      REDIS_URL: undefined,
      TMPDIR: temp.path('tmp'),
      LEADKEEP_SERVICES: 'path',
    };
    const owner = runNode(inlineModule(OWNER), { env });
    await owner.printed('ready');
    const pids = JSON.parse(/pids (.*) ready/.exec(owner.output())![1]!) as number[];
    const [redis, sleeping] = pids.slice(-2) as [number, number];
    const dataDir = await import('node:fs').then(({ readlinkSync }) => readlinkSync(`/proc/${redis}/cwd`));
    expect([isAlive(redis), isAlive(sleeping), dataDir.startsWith(temp.dir)]).to.deep.equal([
      true,
      true,
      true,
    ]);

    owner.child.kill('SIGKILL');
    await owner.ended;
    await until(() => !isAlive(redis) && !isAlive(sleeping) && !existsSync(dataDir));
  });
});
