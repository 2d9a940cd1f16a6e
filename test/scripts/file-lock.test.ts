import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { loadScript, scriptPath } from './load-script.js';
import { inlineModule, runNode } from './run-node.js';
import { makeTempDir } from './temp-dir.js';

interface FileLock {
  withLock: <T>(
    file: string,
    options: { log: (line: string) => void; what: string; signal?: AbortSignal },
    step: () => Promise<T>,
  ) => Promise<T>;
}

const { withLock } = await loadScript<FileLock>('services/processes/file-lock.mjs');
const quiet = { log: () => undefined, what: 'testing' };
const code = (body: string): string[] =>
  inlineModule(`import { withLock } from ${JSON.stringify(scriptPath('services/processes/file-lock.mjs'))};
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
const quiet = { log: () => {}, what: 'testing' };
${body}`);

describe('the file lock', () => {
  const temp = makeTempDir();
  after(temp.remove);

  it('is gone after the step, also when it fails', async () => {
    const lock = temp.path('plain.lock');
    expect(await withLock(lock, quiet, () => Promise.resolve(existsSync(lock)))).to.equal(true);
    const failed = await withLock(lock, quiet, () => Promise.reject(new Error('no'))).catch(String);
    expect([failed, existsSync(lock)]).to.deep.equal(['Error: no', false]);
  });

  it('left by a killed process is broken', async () => {
    const lock = temp.path('dead.lock');
    const owner = runNode(
      code(
        `await withLock(${JSON.stringify(lock)}, quiet, () => { console.log('held'); return sleep(60_000); });`,
      ),
    );
    await owner.printed('held');
    owner.child.kill('SIGKILL');
    await owner.ended;
    expect(existsSync(lock)).to.equal(true);
    expect(await withLock(lock, quiet, () => Promise.resolve('mine'))).to.equal('mine');
  });

  it("with the pid of another process, which got the dead owner's number, is broken", async () => {
    const owner = { id: 'old', pid: process.ppid, identity: 'another boot:1' };
    const lock = temp.write('reused.lock', JSON.stringify(owner));
    expect(await withLock(lock, quiet, () => Promise.resolve('mine'))).to.equal('mine');
  });

  it('of a living process is waited for, until one is told to stop', async () => {
    const lock = temp.path('alive.lock');
    const result = await withLock(lock, quiet, () => {
      const signal = AbortSignal.timeout(150);
      return withLock(lock, { ...quiet, signal }, () => Promise.resolve('both')).catch(() => 'stopped');
    });
    expect(result).to.equal('stopped');
  });

  it('lets one process in at a time, beginning with a dead one', async () => {
    const lock = temp.write('many.lock', JSON.stringify({ id: 'old', pid: 2 ** 22 + 1, identity: 'x' }));
    const counter = temp.write('counter', '0');
    const body = `for (let n = 0; n < 5; n++) await withLock(${JSON.stringify(lock)}, quiet, async () => {
  const seen = Number(readFileSync(${JSON.stringify(counter)}, 'utf8'));
  await sleep(3);
  writeFileSync(${JSON.stringify(counter)}, String(seen + 1));
});`;
    const codes = await Promise.all(Array.from({ length: 4 }, () => runNode(code(body)).ended));
    expect(codes).to.deep.equal([0, 0, 0, 0]);
    expect(readFileSync(counter, 'utf8')).to.equal('20');
  });
});
