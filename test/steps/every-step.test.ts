import { expect } from 'chai';
import type { Fault } from '../support/steps/fate.js';
import { FLOWS } from '../support/steps/flows.js';
import { SEED, SHARE } from '../support/steps/share.js';
import { tryEveryStep, type Workers } from '../support/steps/try-every-step.js';

const TRIES: readonly [short: string, string, Fault['how'], Workers][] = [
  ['dies', 'every step dies, and one worker runs it again', 'dies', 'one'],
  ['dies, 2 after', 'every step dies, and two workers run it again at once', 'dies', 'two after the blow'],
  ['dies, 2', 'every step of two workers at once dies', 'dies', 'two'],
  ['sleeps', 'every step sleeps while another worker finishes', 'sleeps', 'one'],
  ['sleeps, 2', 'every step sleeps while two other workers finish at once', 'sleeps', 'two after the blow'],
  ['outage', 'every step meets an outage', 'fails', 'one'],
  ['flush', 'Redis loses everything at every step', 'flush', 'one'],
  ['snapshot', 'Redis comes back with an old snapshot at every step', 'snapshot', 'one'],
  ['failback', 'Redis fails over and back at every step', 'failback', 'one'],
];

const every = SHARE === 1 ? 'every call' : `${SHARE} of the calls`;

describe(`the use cases, struck before and after ${every} of a port (STEPS_SEED=${SEED})`, () => {
  /** Points tried for each flow, by fault. */
  const points = new Map<string, Map<string, number>>();
  after(() => {
    const lines = [...points].map(([flow, tried]) => `      ${[...tried.values()].join(' ')}  ${flow}`);
    console.log(`      points by ${TRIES.map(([short]) => short).join(' | ')}`);
    for (const line of lines) console.log(line);
    const all = [...points.values()].flatMap((tried) => [...tried.values()]);
    console.log(`      ${all.reduce((sum, n) => sum + n, 0)} points of ${points.size} flows`);
  });

  for (const [row, [short, name, how, workers]] of TRIES.entries())
    describe(name, () => {
      for (const [column, flow] of FLOWS.entries())
        it(flow.name, async () => {
          const tried = await tryEveryStep(flow, workers, how, row * FLOWS.length + column);
          const ofFlow = points.get(flow.name) ?? new Map<string, number>();
          points.set(flow.name, ofFlow.set(short, tried.points));
          expect(tried.violations).to.deep.equal([]);
        });
    });
});
