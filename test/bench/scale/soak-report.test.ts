import { expect } from 'chai';
import { soakReport, type Minute } from '../../../bench/scale/soak-report.js';

const minute = (minute: Partial<Minute>, memory: Partial<Minute['memory'][string]> = {}): Minute => ({
  ...{ p50_ms: 20, p99_ms: 100 },
  ...minute,
  memory: { web: { rss_mb: 150, heap_mb: 60, ...memory } },
});

const failuresOf = (of: (n: number) => Minute): readonly string[] =>
  soakReport({ peak_per_second: 100, rate: 70, minutes: Array.from({ length: 12 }, (_, n) => of(n)) })
    .failures;

describe('the report of a soak', () => {
  const rows: readonly (readonly [string, (n: number) => Minute, string | undefined])[] = [
    ['flat', () => minute({}), undefined],
    ['a leak', (n) => minute({}, { heap_mb: 60 + 5 * n }), 'web heap MB'],
    ['a growing process', (n) => minute({}, { rss_mb: 150 + 10 * n }), 'web RSS MB'],
    ['ever slower answers', (n) => minute({ p50_ms: 20 + 3 * n }), 'p50 ms'],
    ['growth that is too little to count', (n) => minute({}, { heap_mb: 4 + n / 2 }), undefined],
    ['growth in the first minutes alone', (n) => minute({}, { heap_mb: n < 3 ? 20 * n : 60 }), undefined],
    ['one slow minute', (n) => minute({ p99_ms: n === 8 ? 9_000 : 100 }), undefined],
  ];
  for (const [what, of, missed] of rows)
    it(what, () => {
      const failures = failuresOf(of);
      expect(failures.length, failures.join()).to.equal(missed === undefined ? 0 : 1);
      if (missed !== undefined) expect(failures[0]).to.match(new RegExp(`^${missed} grew`));
    });
});
