import { expect } from 'chai';
import {
  FINAL_STATES,
  LEAD_TRANSITIONS,
  NEXT_STATES,
  UNDECIDED_STATES,
} from '../../../src/core/lead/lead-states.js';

describe('the state machine of a lead', () => {
  it('has a way from the beginning to every state, and from every undecided one to an end', () => {
    const reached = new Set(['queued']);
    const ends = new Set<string>(FINAL_STATES);
    for (let i = 0; i < UNDECIDED_STATES.length + FINAL_STATES.length; i += 1)
      for (const { from, to } of LEAD_TRANSITIONS) {
        if (reached.has(from)) reached.add(to);
        if (ends.has(to)) ends.add(from);
      }
    const all = [...UNDECIDED_STATES, ...FINAL_STATES].sort();
    expect([...reached].sort()).to.deep.equal(all);
    expect([...ends].sort()).to.deep.equal(all);
  });

  it('leaves what a buyer has decided as it is', () => {
    // A return changes money, not the decision.
    expect(NEXT_STATES.accepted).to.deep.equal(['accepted']);
    expect(NEXT_STATES.held).to.deep.equal([]);
  });
});
