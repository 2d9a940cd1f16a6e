import { expect } from 'chai';
import { nextTry } from '../../../src/core/outbox/retry-schedule.js';

const CREATED = new Date('2026-11-20T12:00:00Z');
const DAY_MS = 86_400_000;

describe('when a message is tried again', () => {
  /** The pauses of a message that always fails, in seconds, and how long it was tried in hours. */
  function story(random: number, retryAfterMs?: number): { pauses: number[]; hours: number } {
    const pauses: number[] = [];
    let now = CREATED;
    for (let failures = 0; ; failures += 1) {
      const failure = { now, random, giveUpMs: DAY_MS, ...(retryAfterMs && { retryAfterMs }) };
      const next = nextTry({ failures, created_at: CREATED }, failure);
      if (!next) return { pauses, hours: (now.getTime() - CREATED.getTime()) / 3_600_000 };
      pauses.push((next.getTime() - now.getTime()) / 1_000);
      now = next;
    }
  }

  it('grows from 10 s to 2 h, for a day', () => {
    const { pauses, hours } = story(1);
    expect(pauses.slice(0, 11)).to.deep.equal([10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120, 7_200]);
    expect(pauses.at(-1)).to.equal(7_200);
    expect(hours).to.be.within(22, 24);
  });

  it('is a little earlier by chance', () => {
    expect(story(0).pauses.slice(0, 2)).to.deep.equal([8, 16]);
  });

  it('waits as long as the receiver asks, up to an hour', () => {
    expect(story(1, 90_000).pauses.slice(0, 5)).to.deep.equal([90, 90, 90, 90, 160]);
    expect(story(1, 10 * DAY_MS).pauses[0]).to.equal(3_600);
  });
});
