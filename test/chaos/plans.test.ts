import { expect } from 'chai';
import { chaosCatalogue } from '../../chaos/plan/catalogue.js';
import { planFaults, type Fault } from '../../chaos/plan/faults.js';
import { inventPeople } from '../../chaos/plan/people.js';
import { planVisits } from '../../chaos/plan/visits.js';
import { parseCatalogue } from '../../src/platform/catalogue/parse-catalogue.js';

const OURS = { redis: true, mongo: true };
const faultsOf = (seed: number, count: number, ours = OURS): Fault[] => {
  const faults: Fault[] = [];
  for (const fault of planFaults(seed, ours)) if (faults.push(fault) === count) return faults;
  return faults;
};
const visitsOf = (seed: number) => planVisits(seed, inventPeople(seed, 100), 500);

describe('chaos plans', () => {
  it('are the same for the same seed, and others for another', () => {
    expect(faultsOf(7, 50)).to.deep.equal(faultsOf(7, 50));
    expect(faultsOf(7, 50)).to.not.deep.equal(faultsOf(8, 50));
    expect(visitsOf(7)).to.deep.equal(visitsOf(7));
    expect(visitsOf(7)).to.not.deep.equal(visitsOf(8));
  });

  it('have every kind of fault before one comes again, 2 to 5 s apart', () => {
    const kinds = new Set(faultsOf(1, 11).map(({ kind }) => kind));
    expect([...kinds].sort()).to.deep.equal([
      'kill_web',
      'kill_worker',
      'mongo_kill',
      'redis_flushall',
      'redis_kill',
      'redis_old_snapshot',
      'stop_web',
      'stop_worker',
    ]);
    for (const { after_ms } of faultsOf(1, 200)) expect(after_ms).to.be.within(2_000, 5_000);
  });

  it('leave the servers alone that are not ours', () => {
    const kinds = faultsOf(1, 50, { redis: false, mongo: false }).map(({ kind }) => kind);
    expect(kinds.filter((kind) => /redis|mongo/.test(kind))).to.deep.equal([]);
  });

  it('make exactly the submits asked for, each under a key of its own', () => {
    const keys = visitsOf(3).flatMap(({ submits }) => submits.map(({ key }) => key));
    expect(keys).to.have.length(500);
    expect(new Set(keys).size).to.equal(500);
  });

  it('have a catalogue of 20 offers without faults', () => {
    const text = chaosCatalogue(10_000, 'http://127.0.0.1:4810');
    const parsed = parseCatalogue([{ name: 'chaos.yaml', text }]);
    expect(parsed.ok ? parsed.document.offers.length : parsed.faults).to.equal(20);
  });
});
