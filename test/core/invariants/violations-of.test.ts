import { expect } from 'chai';
import { violationsOf } from '../../../src/core/invariants/violations-of.js';
import type { CheckedEntry } from '../../../src/core/invariants/book-invariants.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { entryIdOf } from '../../../src/core/money/entry.js';
import { saleEntry } from '../../../src/core/money/sale-entry.js';
import { PLANTED } from '../../support/planted-faults.js';
import { LEADS, soundWorld, type SoundWorld } from '../../support/sound-world.js';

const NOW = new Date('2026-11-21T17:00:00Z');

/** The entry of a lead's sale, as it is booked. */
const saleIn = ({ id, decision }: LeadRecord): CheckedEntry[] => {
  if (!decision?.sale) return [];
  const owed = saleEntry(decision.sale, decision.at, 'buyer');
  const booked = { ...owed, kind: 'sale', at: owed.since, period: '2026-11', month: '2026-11' } as const;
  return [{ ...booked, id: entryIdOf(id, owed), lead_id: id }];
};

const namesOf = (world: SoundWorld, acknowledged: readonly string[] = []): string[] => [
  ...new Set(
    violationsOf({
      leads: [...world.leads.values()],
      searches: [...world.searches.values()],
      claims: [...world.claims.values()],
      catalogueVersions: [{ at: new Date(0), catalogue: world.catalogue }],
      ledgerPlaces: [...world.places.values()],
      acknowledged,
      entries: [...world.leads.values()].flatMap(saleIn),
      now: world.now,
      settled: true,
    }).map(({ invariant }) => invariant),
  ),
];

describe('invariants', () => {
  it('find nothing where every promise is kept', () => {
    const world = soundWorld(NOW);
    expect(namesOf(world, [...world.leads.keys(), ...world.searches.keys()])).to.deep.equal([]);
  });

  for (const { what, plant, found } of PLANTED)
    it(`find ${what}`, () => {
      const world = soundWorld(NOW);
      plant(world);
      expect(namesOf(world).sort()).to.deep.equal([...found].sort());
    });

  it('find what was acknowledged and is missing', () => {
    const world = soundWorld(NOW);
    const acknowledged = [LEADS.queued];
    world.leads.delete(LEADS.queued);
    expect(namesOf(world, acknowledged)).to.deep.equal(['acknowledged-is-stored']);
  });
});
