import { expect } from 'chai';
import { evaluateStep, type StepAnswer } from '../../../src/core/verification/evaluate-step.js';
import { WHEN_AWAY, type VerifyOutcome } from '../../../src/core/verification/verify-step.js';
import { pauseMs } from '../../../src/core/verification/retry-delay.js';

const answered = (outcome: VerifyOutcome): StepAnswer => ({
  ...{ kind: 'answered', outcome, status: 200, detail: '' },
});
const unread = (status: number): StepAnswer => ({ kind: 'unread', status, detail: '' });
const none = (internal_fault?: 'mapping' | 'evaluator' | 'secret' | 'address' | 'settings'): StepAnswer => ({
  ...{ kind: 'none', detail: '' },
  ...(internal_fault && { internal_fault }),
});

/** What was heard, and the verdict where the service may be away by `pass`, `hold` and `refuse`. */
const TABLE: readonly [string, StepAnswer, readonly [string, string, string]][] = [
  ['yes', answered('pass'), ['goes on', 'goes on', 'goes on']],
  ['no', answered('refuse'), ['is refused', 'is refused', 'is refused']],
  ['that it can not tell now', answered('away'), ['goes on', 'waits', 'is refused']],
  ['nothing, as it hung or was not reached', none(), ['goes on', 'waits', 'is refused']],
  ['an error of its own', unread(503), ['goes on', 'waits', 'is refused']],
  ['that it is asked too often', unread(429), ['goes on', 'waits', 'is refused']],
  ['something that no rule reads', unread(200), ['waits', 'waits', 'is refused']],
  ['that the request is wrong', unread(400), ['waits', 'waits', 'is refused']],
  ['that it is gone', unread(410), ['waits', 'waits', 'is refused']],
  ['something that is not HTTP', { kind: 'unread', detail: '' }, ['waits', 'waits', 'is refused']],
  [
    'nothing, as the lead names no address of it',
    { kind: 'barred', detail: '' },
    ['is refused', 'is refused', 'is refused'],
  ],
  ['nothing, as the mapping failed', none('mapping'), ['waits', 'waits', 'is refused']],
  ['nothing, as no process could map', none('evaluator'), ['waits', 'waits', 'is refused']],
  ['nothing, as a secret is missing', none('secret'), ['waits', 'waits', 'is refused']],
  ['nothing, as its address is private', none('address'), ['waits', 'waits', 'is refused']],
];

describe('what an answer of a verification service means', () => {
  for (const [what, heard, verdicts] of TABLE)
    it(`it says ${what}`, () => {
      expect(WHEN_AWAY.map((when_away) => evaluateStep({ when_away }, heard).verdict)).to.deep.equal(
        verdicts,
      );
    });

  /** What was heard after something unclear, and the verdict by `pass`. */
  const LATER: readonly [string, StepAnswer, string][] = [
    ['nothing', none(), 'waits'],
    ['an error of its own', unread(503), 'waits'],
    ['that it can not tell now', answered('away'), 'waits'],
    ['yes', answered('pass'), 'goes on'],
    ['no', answered('refuse'), 'is refused'],
  ];
  for (const [what, heard, verdict] of LATER)
    it(`after something unclear, it says ${what}`, () => {
      expect(evaluateStep({ when_away: 'pass' }, heard, true).verdict).to.equal(verdict);
    });

  it('a pause grows with the time that was waited, up to a minute', () => {
    expect([0, 4_000, 60_000, 900_000].map((waited) => pauseMs(waited, 1))).to.deep.equal([
      ...[1_000, 2_000, 30_000, 60_000],
    ]);
    expect(pauseMs(900_000, 0)).to.equal(30_000);
  });
});
