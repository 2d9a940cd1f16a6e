import { expect } from 'chai';
import { violationsOf } from '../../../src/core/invariants/violations-of.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { testCap } from '../../support/caps.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { testIdentities, testAttempt } from '../../support/records.js';
import { soldLead } from '../../support/returns.js';

const minutes = (n: number): Date => new Date(Date.UTC(2026, 10, 21, 15, n));

/** A sale whose request left at this minute. */
const sale = (left: number, over: Partial<LeadRecord> = {}): LeadRecord =>
  soldLead({
    ...{ received_at: minutes(left), intent: { at: minutes(left), submission: 1, buyer_id: IDS.buyer } },
    identities: testIdentities(`person of minute ${left}`),
    attempts: [
      testAttempt({ number: 1, submission: 1, at: minutes(left), timeout_ms: 2_000, outcome: 'accepted' }),
    ],
    ...over,
  });

/** It was returned, and its place given back. Then that was undone. */
const regained = (from: number, to: number): Partial<LeadRecord> => {
  const undone = { at: minutes(to), by: 'ann', why: 'A mistake', place_regained: true } as const;
  const gave = { at: minutes(from), code: 'bad_phone', by: 'ann', payout_reversed: true };
  return { returns: [{ ...gave, place_given_back: true, undone }] };
};

describe('cap-kept: a cap of two whose third place', () => {
  const catalogue = testCatalogue({ offers: { [IDS.shared]: { caps: [testCap({ limit: 2 })] } } });
  const rows: readonly [what: string, leads: LeadRecord[], faults: number][] = [
    ['was sold', [sale(0), sale(60), sale(120)], 1],
    ['was regained when two others had its place', [sale(0, regained(30, 150)), sale(60), sale(120)], 0],
    ['was sold after one was regained', [sale(0, regained(30, 90)), sale(60), sale(120)], 1],
    ['was sold as one was being regained', [sale(0, regained(30, 119)), sale(60), sale(120)], 0],
    ['and second were regained', [sale(0, regained(5, 40)), sale(1, regained(10, 50)), sale(20)], 0],
    ['was sold after two were regained', [sale(0, regained(5, 40)), sale(1, regained(10, 50)), sale(60)], 1],
  ];
  for (const [what, leads, faults] of rows)
    it(`${what}: ${faults === 0 ? 'kept' : 'broken'}`, () => {
      const broken = violationsOf({
        ...{ leads, searches: [], claims: [], settled: true, now: minutes(300) },
        catalogueVersions: [{ at: minutes(-300), catalogue }],
      });
      expect(broken.filter(({ invariant }) => invariant === 'cap-kept')).to.have.length(faults);
    });
});
