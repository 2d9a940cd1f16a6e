import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { dayStart } from '../../console/src/words/days.js';
import { eventWords } from '../../console/src/words/event-words.js';
import { formatSince, withMomentsIn } from '../../console/src/words/format.js';
import { AUDIT_ACTIONS } from '../../src/core/audit/actions.js';

describe('words of the page', () => {
  it('are there for each action of the audit log', () => {
    const page = readFileSync('console/src/words/audit-words.ts', 'utf8');
    const [, table = ''] = /const ACTIONS[^{]*{([^}]*)}/.exec(page) ?? [];
    const worded = [...table.matchAll(/^ +'([\w.]+)':/gm)].map(([, name]) => name);
    expect(worded).to.have.members([...AUDIT_ACTIONS]);
  });

  const start = '2026-11-20T12:00:00.000Z';
  for (const [at, words] of [
    ['2026-11-20T12:00:00.000Z', 'at the start'],
    ['2026-11-20T12:00:00.250Z', '250 ms after the start'],
    ['2026-11-20T12:02:05.000Z', '2 min 5 s after the start'],
    ['2026-11-20T11:59:59.000Z', '1.0 s before the start'],
    ['2026-11-17T09:00:00.000Z', '3 d 3 h before the start'],
  ] as const)
    it(`a timeline's event is ${words}`, () => {
      expect(formatSince(start, at)).to.equal(words);
    });

  for (const [reason, words] of [
    [{ detail: 'a time-out' }, 'The buyer did not answer: unknown'],
    [{ status: 200, detail: 'no outcome' }, 'The buyer answered: unknown'],
  ] as const)
    it(`an attempt with an unknown outcome says “${words}”`, () => {
      expect(eventWords('answered', 'unknown', reason)).to.equal(words);
    });

  for (const [sentence, told] of [
    ['Returned before, at 2026-11-25T12:00:05Z by ann', /^Returned before, at Nov 25,.* 06:00 CST by ann$/],
    ['Paused until 2026-11-30 18:00:00 UTC.', /^Paused until Nov 30,.* 12:00 CST\.$/],
    ['2026-11-25T12:00:05.000Z', /^2026-11-25T12:00:05\.000Z$/],
    ['The statement of 2026-11', /^The statement of 2026-11$/],
    ['at 2026-13-45T12:00:00Z', /^at 2026-13-45T12:00:00Z$/],
  ] as const)
    it(`the moments of a sentence are told in the reader's zone: ${sentence}`, () => {
      expect(withMomentsIn(sentence, 'America/Chicago')).to.match(told);
    });

  for (const [day, zone, begins] of [
    ['2026-11-29', 'UTC', '2026-11-29T00:00:00.000Z'],
    ['2026-11-29', 'America/Chicago', '2026-11-29T06:00:00.000Z'],
    ['2026-07-04', 'America/Chicago', '2026-07-04T05:00:00.000Z'],
    ['2026-03-08', 'America/Chicago', '2026-03-08T06:00:00.000Z'],
    ['2026-11-29', 'Asia/Kolkata', '2026-11-28T18:30:00.000Z'],
    ['2026-11-29', 'Pacific/Kiritimati', '2026-11-28T10:00:00.000Z'],
    // The clocks go from midnight to 1:00, and from midnight back to 23:00.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['2026-04-05', 'America/Santiago', '2026-04-05T04:00:00.000Z'],
  ] as const)
    it(`${day} begins in ${zone} at ${begins}`, () => {
      expect(dayStart(day, zone)).to.equal(begins);
    });
});
