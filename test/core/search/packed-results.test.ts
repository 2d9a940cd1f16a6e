import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { packResults, unpackResults } from '../../../src/core/search/packed-results.js';
import { firstResultId, resultIdAt } from '../../../src/core/search/result-ids.js';
import type { StoredResult } from '../../../src/core/search/search-record.js';
import { termsSharing } from '../../../src/core/search/shared-terms.js';
import { sharedResult, termsIdIn } from '../../support/shared-results.js';
import { minute } from '../../support/stored-records.js';

const FIRST = firstResultId(randomUUID);

interface Made {
  readonly text: string;
  readonly priority: number;
  readonly expires: number;
}
const resultAt = ({ text, priority, expires }: Made, at: number): StoredResult => {
  const { terms, ...rest } = sharedResult(resultIdAt(FIRST, at), text);
  const { expires_at: _, ...part } = terms;
  return { ...rest, priority, terms: termsSharing(part, new Date(minute(10).getTime() + expires)) };
};
const made: fc.Arbitrary<Made> = fc.record({
  text: fc.constantFrom('A', 'B', 'C'),
  priority: fc.integer({ min: -2, max: 2 }),
  expires: fc.nat(2),
});
const three = ['A', 'B', 'A'].map((text, at) => resultAt({ text, priority: at, expires: 0 }, at));
const [one, two] = three as [StoredResult, StoredResult, StoredResult];

describe('ids of the results of a run', () => {
  it('are UUIDs that differ, and the run has one for each of 65,536', () => {
    const ids = Array.from({ length: 65_536 }, (_, at) => resultIdAt(FIRST, at));
    expect(new Set(ids).size).to.equal(ids.length);
    for (const id of [ids[0], ids[255], ids[65_535]])
      expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(firstResultId(randomUUID)).not.to.equal(FIRST);
  });
});

describe('packed results', () => {
  it('are the same when they are unpacked, from JSON too', () => {
    fc.assert(
      fc.property(fc.array(made, { minLength: 1, maxLength: 30 }), (rows) => {
        const results = rows.map(resultAt);
        const packed = packResults(results)!;
        expect(unpackResults(JSON.parse(JSON.stringify(packed)) as typeof packed)).to.deep.equal(
          results.map((result) => ({
            ...{ id: result.id, offer_id: result.offer_id, priority: result.priority },
            ...{ terms_id: termsIdIn(result), expires_at: result.terms.expires_at },
          })),
        );
      }),
      { numRuns: 200 },
    );
  });

  const NOT_PACKED: readonly (readonly [string, readonly StoredResult[]])[] = [
    ['there are none', []],
    ['one has terms of its own', [one, { ...two, terms: { ...two.terms } }]],
    ['one is of another run', [one, { ...two, run: 2 }]],
    ['one is of another campaign', [one, { ...two, campaign_id: 'other' }]],
    ['one has another id', [one, { ...two, id: randomUUID() }]],
    ['one is left out', [one, three[2]!]],
    ['they come in another order', [two, one]],
  ];
  for (const [when, results] of NOT_PACKED)
    it(`are none when ${when}`, () => {
      expect(packResults(results)).to.equal(undefined);
    });
});
