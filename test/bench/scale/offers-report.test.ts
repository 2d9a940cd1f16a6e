import { expect } from 'chai';
import { offersReport, type OffersMeasured } from '../../../bench/scale/offers-report.js';

const size = (offers: number, calls_per_second: number): OffersMeasured => ({
  ...{ offers, calls_per_second },
  ...{ p50_ms: 1, p99_ms: 2, web_ms: 1, search_ms: 1, answer_bytes: 1_000, stored_bytes: 1_000 },
});

describe('the report of large campaigns', () => {
  it('allows 1.5 times the time of the smallest', () => {
    expect(offersReport([size(10, 300), size(1_000, 200)], 8).failures).to.deep.equal([]);
    expect(offersReport([size(10, 300), size(1_000, 150)], 8).failures).to.deep.equal([
      '1000 offers of which the same match, time of a search: 2 times, at most 1.5 times',
    ]);
  });
});
