import { expect } from 'chai';
import { FINAL_STATES, mayBeEvaluatedAgain, UNDECIDED_STATES } from '../../../src/core/lead/lead-states.js';
import type { Decision } from '../../../src/core/lead/lead-record.js';

const decision = (source: Decision['source']): { decision: Decision } => ({
  decision: { code: 'CAP_REACHED', at: new Date(), source },
});

describe('a lead that is posted again under its id', () => {
  for (const state of [...UNDECIDED_STATES, ...FINAL_STATES]) {
    const may = state === 'invalid' || state === 'failed';
    if (state !== 'rejected')
      it(`${state}: ${may ? 'is evaluated again' : 'stands'}`, () => {
        expect(mayBeEvaluatedAgain({ state, ...decision('service') })).to.equal(may);
      });
  }

  for (const [source, may] of [
    ['service', true],
    ['buyer', false],
    ['partner', false],
  ] as const)
    it(`rejected by ${source}: ${may ? 'is evaluated again' : 'stands'}`, () => {
      expect(mayBeEvaluatedAgain({ state: 'rejected', ...decision(source) })).to.equal(may);
    });
});
