import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { drainOnSignal } from '../../../src/platform/process/shutdown.js';
import { silentLog } from '../../support/services.js';

/** A process of which only signals and exit are real. */
function fakeProcess(drain: () => Promise<void>, limitMs = 1_000) {
  const events = new EventEmitter();
  const exits: number[] = [];
  const signals = { on: events.on.bind(events), exit: (code: number) => void exits.push(code) };
  drainOnSignal({ drain, limitMs, log: silentLog, signals });
  return { exits, send: (signal: 'SIGTERM' | 'SIGINT') => events.emit(signal) };
}

describe('shutdown', () => {
  it('drains, then exits with 0', async () => {
    const done: string[] = [];
    const { exits, send } = fakeProcess(async () => {
      await pause(5);
      done.push('drained');
    });
    send('SIGTERM');
    expect(exits).to.deep.equal([]);
    await pause(20);
    expect([done, exits]).to.deep.equal([['drained'], [0]]);
  });

  it('exits with 1 when draining fails', async () => {
    const { exits, send } = fakeProcess(() => Promise.reject(new Error('x')));
    send('SIGINT');
    await pause(5);
    expect(exits).to.deep.equal([1]);
  });

  it('exits with 1 when draining takes too long', async () => {
    const { exits, send } = fakeProcess(() => new Promise(() => undefined), 10);
    send('SIGTERM');
    await pause(30);
    expect(exits).to.deep.equal([1]);
  });

  it('ends at once on a second signal', () => {
    let drains = 0;
    const { exits, send } = fakeProcess(() => {
      drains += 1;
      return new Promise(() => undefined);
    }, 20);
    send('SIGINT');
    send('SIGTERM');
    expect([drains, exits]).to.deep.equal([1, [130]]);
  });
});
