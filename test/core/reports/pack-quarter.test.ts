import { expect } from 'chai';
import { countQuarters } from '../../../src/core/reports/count-quarters.js';
import type { ReportedLead } from '../../../src/core/reports/counted-records.js';
import { QUARTER_CUBES } from '../../../src/core/reports/cubes.js';
import type { Fact } from '../../../src/core/reports/fact.js';
import { unpackFacts } from '../../../src/core/reports/pack-facts.js';
import { packQuarter } from '../../../src/core/reports/pack-quarter.js';

const START = new Date('2026-10-06T04:00:00Z');

const refused = (program_id: string, why: string, at = 0): ReportedLead => ({
  ...{
    id: `${program_id} ${why}`,
    affiliate_id: 'a',
    campaign_id: 'c',
    offer_id: 'o',
    buyer_id: 'b',
    attempts: [],
  },
  ...{ program_id, why, state: 'rejected', code: 'INVALID_FIELD' },
  received_at: new Date(START.getTime() + at),
});

const factsOf = (leads: readonly ReportedLead[]): readonly Fact[] =>
  countQuarters(leads, []).get(START.getTime()) ?? [];
const columnOf = (dimension: 'program' | 'reason', facts: readonly Fact[]) =>
  facts.map(({ of, counts }) => [of[QUARTER_CUBES.facts.indexOf(dimension)], counts.sums.submits]);

describe('a counted quarter of an hour', () => {
  it('keeps no programs apart that the offer was not found to have', () => {
    const facts = factsOf([
      refused('made-up-1', 'unknown_program'),
      refused('made-up-2', 'unknown_program', 1),
      refused('made-up-3', 'not_given', 2),
      refused('made-up-4', 'not_given', 3),
      refused('nursing', 'address.state', 4),
      refused('law', 'address.state', 5),
    ]);
    expect(columnOf('program', unpackFacts(packQuarter(facts).facts))).to.deep.equal([
      ['other', 2],
      ['other', 2],
      ['nursing', 1],
      ['law', 1],
    ]);
  });

  it('keeps the first 5,000 subids of each affiliate apart', () => {
    const of = (affiliate_id: string, subid: string, at: number): ReportedLead => ({
      ...refused('nursing', 'held', at),
      ...{ affiliate_id, subid, id: `${affiliate_id} ${subid}` },
    });
    const many = Array.from({ length: 5_002 }, (_, n) => of('a', `s${n}`, n));
    const facts = factsOf([of('a', 'other', 0), ...many, of('b', 'spring', 6_000), of('a', 's7', 6_001)]);
    const counted = unpackFacts(packQuarter(facts).subid).map(({ of: values, counts }) => [
      ...values,
      counts.sums.submits,
    ]);
    expect(counted).to.have.length(5_002);
    expect(counted.filter(([, subid]) => ['other', 's7', 'spring'].includes(String(subid)))).to.deep.equal([
      ['a', 'other', 3],
      ['a', 's7', 2],
      ['b', 'spring', 1],
    ]);
  });
});
