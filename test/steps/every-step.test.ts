import { expect } from 'chai';
import type { Blow } from '../support/steps/fate.js';
import { FLOWS } from '../support/steps/flows.js';
import { tell, tryEveryStep, type Workers } from '../support/steps/try-every-step.js';

const TRIES: readonly [string, Blow['how'], Workers][] = [
  ['every step dies, and one worker runs it again', 'dies', 'one'],
  ['every step dies, and two workers run it again at once', 'dies', 'two after the blow'],
  ['every step of two workers at once dies', 'dies', 'two'],
  ['every step sleeps while another worker finishes', 'sleeps', 'one'],
  ['every step sleeps while two other workers finish at once', 'sleeps', 'two after the blow'],
  ['every step meets an outage', 'fails', 'one'],
  ['Redis loses everything at every step', 'flush', 'one'],
];

describe('the use cases, struck before and after every call of a port', () => {
  for (const [name, how, workers] of TRIES)
    describe(name, () => {
      let points = 0;
      after(() => {
        console.log(`      ${points} points`);
      });
      for (const flow of FLOWS)
        it(flow.name, async () => {
          const tried = await tryEveryStep(flow, workers, how);
          points += tried.points;
          expect(tried.violations).to.deep.equal([]);
        });
    });

  it('undisturbed', async () => {
    for (const flow of FLOWS) expect((await tell(flow, 'one')).violations, flow.name).to.deep.equal([]);
  });
});
