import { expect } from 'chai';
import { createSchedule } from '../../../workers/wiring/schedule.js';
import { until } from '../../support/until.js';

const HOUR_MS = 3_600_000;
const away = (): Promise<never> => Promise.reject(new Error('away'));
const done = (): Promise<void> => Promise.resolve();

describe('the tasks of a sweeper', () => {
  function schedule({ watched = new Map<string, number>() } = {}) {
    const logged: string[] = [];
    const note = (_: object, message: string): void => void logged.push(message);
    const roles = { has: (role: string) => role === 'sweep' };
    const log = { warn: note, error: note };
    return { logged, ...createSchedule({ roles, log, ignored: ['writing outside'], watched }) };
  }

  it('run with the role alone, or without one', async () => {
    const { every, alone } = schedule();
    const ran: string[] = [];
    const turn = (what: string) => () => Promise.resolve(ran.push(what));
    const tasks = [
      every(HOUR_MS, 'for all', turn('for all')),
      alone('sweep', HOUR_MS, 'sweeping', turn('sweeping')),
      alone('upkeep', HOUR_MS, 'trimming', turn('trimming')),
    ];
    await Promise.all(tasks.map((task) => task.drain()));
    expect(ran).to.deep.equal(['for all', 'sweeping']);
  });

  it('keep the sweeper from its part while one fails, unless it is ignored', async () => {
    const { every, getsOn, logged } = schedule();
    let isAway = true;
    await every(HOUR_MS, 'writing outside', away).drain();
    expect(getsOn()).to.equal(true);
    const task = every(1, 'trimming', () => (isAway ? away() : done()));
    await until(() => !getsOn(), 'it fails');
    expect(logged).to.include('trimming failed, it is done again');
    isAway = false;
    await until(getsOn, 'it gets on');
    await task.drain();
  });

  it('keep the sweeper from its part while a watched one has not ended for long', async () => {
    const { every, getsOn } = schedule({ watched: new Map([['finishing', 1_000]]) });
    expect(getsOn()).to.equal(false);
    await every(HOUR_MS, 'finishing', done).drain();
    expect(getsOn()).to.equal(true);
  });
});
