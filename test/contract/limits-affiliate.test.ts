import { expect } from 'chai';
import type { Limit, Operation } from '../../src/core/limits/limits.js';
import type { Answered } from '../support/api.js';
import { startTimedApi, T0, type TimedApi } from '../support/timed-api.js';

const DAY_MS = 86_400_000;

describe('contract: limits of an affiliate, for all its keys together', () => {
  let timed: TimedApi;
  let days = 0;
  before(async () => {
    timed = await startTimedApi();
  });
  after(() => timed.close());
  beforeEach(() => {
    // A bucket outlives a test: by the next day it is full again.
    timed.now = T0 + (days += 1) * DAY_MS;
    timed.affiliateLimits = {};
  });
  const keyWith = (operation: Operation, limit: Limit): Promise<string> =>
    timed.api.issueKey({ limits: { [operation]: limit } });

  const letThrough = (answers: readonly Answered[]): number =>
    answers.filter(({ status }) => status !== 429).length;
  const waits = (answers: readonly Answered[]): unknown[] =>
    answers.filter(({ status }) => status === 429).map(({ body }) => body['retry_after_seconds']);
  const ROWS: readonly (readonly [operation: Operation, of: Limit])[] = [
    ['search', { per_minute: 6, burst: 4 }],
    ['results', { per_minute: 60, burst: 7 }],
    ['submit', { per_minute: 1, burst: 1 }],
    ['dupe_check', { per_minute: 7, burst: 3 }],
  ];
  for (const [operation, limit] of ROWS)
    it(`${operation}: two keys share ${limit.per_minute} a minute, burst ${limit.burst}`, async () => {
      timed.affiliateLimits = { [operation]: limit };
      const keys = [await timed.api.issueKey(), await timed.api.issueKey({ is_test: true })];
      const answers = (await Promise.all(keys.map((key) => timed.burst(operation, key, limit.burst)))).flat();
      expect(letThrough(answers)).to.equal(limit.burst);
      const wait = Math.ceil(60 / limit.per_minute);
      for (const { headers, body } of answers.filter(({ status }) => status === 429)) {
        expect(body['retry_after_seconds']).to.equal(wait);
        expect(headers['retry-after']).to.equal(String(wait));
      }
      timed.now += wait * 1_000;
      expect(
        letThrough([
          ...(await timed.burst(operation, keys[0]!, 1)),
          ...(await timed.burst(operation, keys[1]!, 1)),
        ]),
      ).to.equal(1);
    });

  it('a call that one of the two refuses takes from neither, and is told that one’s wait', async () => {
    const own = { per_minute: 6, burst: 1 };
    const [one, two] = [await keyWith('search', own), await keyWith('search', own)];
    timed.affiliateLimits = { search: { per_minute: 60, burst: 2 } };
    // The key refuses four: its affiliate has one left for the other key.
    expect(waits(await timed.burst('search', one, 5))).to.deep.equal([10, 10, 10, 10]);
    expect(letThrough(await timed.burst('search', two, 1))).to.equal(1);
    // Now the affiliate refuses a third key: its own bucket stays full.
    const three = await keyWith('search', own);
    expect(waits(await timed.burst('search', three, 3))).to.deep.equal([1, 1, 1]);
    timed.affiliateLimits = {};
    expect(letThrough(await timed.burst('search', three, 1))).to.equal(1);
    // Both refuse: the longer wait.
    timed.affiliateLimits = { search: { per_minute: 60, burst: 2 } };
    expect(waits(await timed.burst('search', three, 1))).to.deep.equal([10]);
  });

  it('says nothing where the catalogue has none: keys alone are limited', async () => {
    timed.affiliateLimits = { submit: { per_minute: 1, burst: 1 } };
    const key = await keyWith('search', { per_minute: 6, burst: 3 });
    expect(letThrough(await timed.burst('search', key, 4))).to.equal(3);
  });
});
