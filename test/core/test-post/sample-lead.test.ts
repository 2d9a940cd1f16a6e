import { expect } from 'chai';
import type { FieldRule } from '../../../src/core/catalogue/types.js';
import { sampleLead } from '../../../src/core/test-post/sample-lead.js';
import { aBuyer, anOffer } from '../builders.js';

const GEO = { miles: () => 10 };
const aged = (test: FieldRule['test']): FieldRule => ({ field: 'age', when_missing: 'fail', test });

describe('the made-up lead for an offer', () => {
  // What time it is for everybody else, what is wanted, the age.
  for (const [when, now, test, age] of [
    ['in the middle of a year', '2026-06-15T12:00:00Z', { min: 60 }, '60'],
    ['where it is still the old year', '2027-01-01T03:00:00Z', { min: 60, max: 60 }, '60'],
    ['where the new year has begun', '2027-01-01T06:00:00Z', { max: 18 }, '18'],
    ['that it fits already', '2026-06-15T12:00:00Z', { min: 18, max: 65 }, '36'],
  ] as const)
    it(`is as old as a rule wants, ${when}`, () => {
      const offer = anOffer({ buyer: aBuyer({ time_zone: 'America/Chicago' }), eligibility: [aged(test)] });
      expect(sampleLead(offer, undefined, new Date(now), GEO).personal).to.include({ age });
    });
});
