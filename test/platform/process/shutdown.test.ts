import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import { drainOnSignal } from '../../../src/platform/process/shutdown.js';
import { silentLog } from '../../support/services.js';
import { until } from '../../support/until.js';

/** A process of which only signals and exit are real. */
function fakeProcess(drain: () => Promise<void>, limitMs = 60_000) {
  const events = new EventEmitter();
  const exits: number[] = [];
  const signals = { on: events.on.bind(events), exit: (code: number) => void exits.push(code) };
  drainOnSignal({ drain, limitMs, log: silentLog, signals });
  return {
    exits,
    send: (signal: 'SIGTERM' | 'SIGINT') => events.emit(signal),
    exited: () => until(() => exits.length > 0, 'it exits'),
  };
}

describe('shutdown', () => {
  it('drains, then exits with 0', async () => {
    let drained = (): void => undefined;
    const { exits, send, exited } = fakeProcess(() => new Promise((resolve) => (drained = resolve)));
    send('SIGTERM');
    await Promise.resolve();
    expect(exits).to.deep.equal([]);
    drained();
    await exited();
    expect(exits).to.deep.equal([0]);
  });

  it('exits with 1 when draining fails', async () => {
    const { exits, send, exited } = fakeProcess(() => Promise.reject(new Error('x')));
    send('SIGINT');
    await exited();
    expect(exits).to.deep.equal([1]);
  });

  it('exits with 1 when draining takes too long', async () => {
    const { exits, send, exited } = fakeProcess(() => new Promise(() => undefined), 10);
    send('SIGTERM');
    await exited();
    expect(exits).to.deep.equal([1]);
  });

  it('ends at once on a second signal', () => {
    let drains = 0;
    const { exits, send } = fakeProcess(() => {
      drains += 1;
      return new Promise(() => undefined);
    });
    send('SIGINT');
    send('SIGTERM');
    expect([drains, exits]).to.deep.equal([1, [130]]);
  });
});
