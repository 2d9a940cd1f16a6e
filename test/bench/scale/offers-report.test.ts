import { expect } from 'chai';
import { offersReport, type OffersMeasured } from '../../../bench/scale/offers-report.js';

const size = (offers: number, matching: number, calls_per_second: number): OffersMeasured => ({
  ...{ offers, matching, calls_per_second },
  ...{ p50_ms: 1, p99_ms: 2, web_ms: 1, search_ms: 1, answer_bytes: 1_000, stored_bytes: 1_000 },
});

describe('the report of large campaigns', () => {
  it('allows 1.5 times where the same offers match, and 3 times where all do', () => {
    const all = [size(10, 10, 300), size(1_000, 10, 200), size(1_000, 1_000, 100)];
    expect(offersReport(all, 8).failures).to.deep.equal([]);
    const slow = [size(10, 10, 300), size(1_000, 10, 150), size(1_000, 1_000, 75)];
    expect(offersReport(slow, 8).failures).to.deep.equal([
      '1000 offers of which 10 match, time of a search: 2 times, at most 1.5 times',
      '1000 offers that all match, time of a search: 4 times, at most 3 times',
    ]);
  });
});
