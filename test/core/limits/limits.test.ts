import { expect } from 'chai';
import { parseLimit } from '../../../src/core/limits/limits.js';

describe('limits as the command line takes them', () => {
  const good: [string, string, number, number][] = [
    ['search=600/min:50', 'search', 600, 50],
    ['search=600/min', 'search', 600, 10],
    ['results=1/min', 'results', 1, 600],
    [' submit=1000000/min:1 ', 'submit', 1_000_000, 1],
    ['dupe-check=5/min', 'dupe_check', 5, 20],
    ['dupe_check=5/min:7', 'dupe_check', 5, 7],
  ];
  for (const [text, operation, per_minute, burst] of good)
    it(`reads "${text}"`, () => {
      expect(parseLimit(text)).to.deep.equal({ ok: true, operation, limit: { per_minute, burst } });
    });

  const bad: [string, RegExp][] = [
    ['', /looks like/],
    ['search', /looks like/],
    ['search=', /looks like/],
    ['search=60', /looks like/],
    ['search=60/sec', /looks like/],
    ['search=-5/min', /looks like/],
    ['search=1.5/min', /looks like/],
    ['search=60/min:', /looks like/],
    ['find=60/min', /one of search/],
    ['search=0/min', /between 1 and 1,000,000/],
    ['search=60/min:0', /between 1 and 1,000,000/],
    ['search=1000001/min', /between 1 and 1,000,000/],
  ];
  for (const [text, sentence] of bad)
    it(`refuses "${text}"`, () => {
      const parsed = parseLimit(text);
      expect(parsed.ok ? '' : parsed.fault).to.match(sentence);
    });
});
