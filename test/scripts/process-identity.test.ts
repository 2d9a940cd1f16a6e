import { expect } from 'chai';
import { loadScript } from './load-script.js';
import { inlineModule, isAlive, runNode } from './run-node.js';

interface ProcessIdentity {
  identityOf: (pid: number) => string | null;
  isSameProcess: (pid: number, identity: string | null) => boolean;
}
interface StopServers {
  stopServers: (records: object[]) => Promise<void>;
}

const { identityOf, isSameProcess } = await loadScript<ProcessIdentity>(
  'services/processes/process-identity.mjs',
);
const { stopServers } = await loadScript<StopServers>('services/processes/stop-servers.mjs');
const FOREVER = 'console.log("up"); setInterval(() => {}, 1000);';

describe('the identity of a process', () => {
  it('is the same each time, and another after another start', async () => {
    expect(isSameProcess(process.pid, identityOf(process.pid))).to.equal(true);
    const later = runNode(inlineModule(FOREVER));
    await later.printed('up');
    expect(isSameProcess(process.pid, identityOf(later.child.pid!))).to.equal(false);
    later.child.kill();
    await later.ended;
  });

  it('is nothing for what has ended, never was, or is no pid', () => {
    expect([0, -1, NaN, 2 ** 22 + 1].map(identityOf)).to.deep.equal([null, null, null, null]);
    expect(isSameProcess(2 ** 22 + 1, null)).to.equal(false);
  });

  it('protects a stranger that has the number of a server of ours', async () => {
    const stranger = runNode(inlineModule(FOREVER));
    await stranger.printed('up');
    const pid = stranger.child.pid ?? 0;
    const record = { kind: 'process', name: 'redis', pid, signal: 'SIGKILL' };
    await stopServers([{ ...record, identity: 'another boot:1' }]);
    expect(isAlive(pid)).to.equal(true);
    await stopServers([{ ...record, identity: identityOf(pid) }]);
    expect(await stranger.ended).to.equal('SIGKILL');
  });

  it('is used to insist: who ignores the polite signal is killed, with its group', async () => {
    const code = inlineModule(`process.on('SIGTERM', () => {}); ${FOREVER}`);
    const stubborn = runNode(code, { detached: true });
    await stubborn.printed('up');
    const pid = stubborn.child.pid ?? 0;
    const record = { kind: 'process', name: 'x', pid, identity: identityOf(pid), signal: 'SIGTERM' };
    await stopServers([{ ...record, graceMs: 100 }]);
    expect(await stubborn.ended).to.equal('SIGKILL');
  });
});
