import { expect } from 'chai';
import { createFindOldestNew, type WaitingJob } from '../../../src/platform/queues/oldest-new.js';

const isNew = (timestamp: number): WaitingJob => ({ attemptsStarted: 0, timestamp });
/** First added at 1. */
const cameBack = (processedOn: number): WaitingJob => ({ attemptsStarted: 1, timestamp: 1, processedOn });
const many = (count: number): WaitingJob[] => Array.from({ length: count }, (_, n) => cameBack(100 + n));

const pageOf = (jobs: readonly (WaitingJob | undefined)[]) => (from: number, to: number) =>
  Promise.resolve(jobs.slice(from, to + 1));

describe('the oldest new job of a queue', () => {
  const cases: readonly (readonly [string, (WaitingJob | undefined)[], number, number | undefined])[] = [
    ['no job waits', [], 9, undefined],
    ['the first one is new', [isNew(50), isNew(51)], 9, 50],
    ['it is behind some that came back', [...many(30), isNew(500)], 9, 500],
    ['all came back', many(30), 9, undefined],
    ['all of the first page came back, and the time is over', [...many(30), isNew(500)], 0, 119],
    ['the same, and the last of them was removed', [...many(19), undefined, isNew(500)], 0, 118],
    ['all came back, and the time is over behind the last one', many(20), 0, undefined],
    ['it is behind the bound', [...many(5_020), isNew(9_000)], 99, 100 + 5_019],
    ['nothing was left of what was looked at', [...Array<undefined>(20), isNew(500)], 0, undefined],
  ];
  for (const [what, jobs, pages, expected] of cases)
    it(`${expected ?? 'none'}: ${what}`, async () => {
      let left = pages;
      const found = await createFindOldestNew()(pageOf(jobs), jobs.length, () => (left -= 1) >= 0);
      expect(found?.getTime()).to.equal(expected);
    });

  const burst = many(6_000);
  const later: readonly (readonly [string, WaitingJob[], number | undefined])[] = [
    ['a look found none before that', [], 9_000],
    ['a look found one before that', [isNew(8_000)], 8_000],
    ['a worker had the last one after that look', [isNew(50)], 100 + 5_019],
    ['no look was whole before that', burst, 100 + 5_019],
  ];
  for (const [what, before, expected] of later)
    it(`${expected ?? 'none'}: behind the bound, and ${what}`, async () => {
      let now = 9_000;
      const find = createFindOldestNew(() => now);
      const look = (jobs: readonly WaitingJob[]) => find(pageOf(jobs), jobs.length, () => true);
      await look(before);
      now = 90_000;
      const found = await look([...burst, isNew(80_000)]);
      expect(found?.getTime()).to.equal(expected);
    });
});
