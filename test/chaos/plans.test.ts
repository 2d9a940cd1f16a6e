import { expect } from 'chai';
import { chaosCatalogue } from '../../chaos/plan/catalogue.js';
import { AS_PLANNED } from '../../chaos/plan/catalogue-state.js';
import { CHANGE_KINDS, changed, planChanges } from '../../chaos/plan/changes.js';
import { planFaults, type Fault } from '../../chaos/plan/faults.js';
import { inventPeople } from '../../chaos/plan/people.js';
import { planVisits } from '../../chaos/plan/visits.js';
import { parseCatalogue } from '../../src/platform/catalogue-files/parse-catalogue.js';

const OURS: Parameters<typeof planFaults>[1] = { redis: true, mongo: true };
const faultsOf = (seed: number, count: number, ours = OURS): Fault[] => {
  const faults: Fault[] = [];
  for (const fault of planFaults(seed, ours)) if (faults.push(fault) === count) return faults;
  return faults;
};
const BACK = new Set(['swap_back', 'raise', 'resume']);
const visitsOf = (seed: number) => planVisits(seed, inventPeople(seed, 100), 500);

describe('chaos plans', () => {
  it('are the same for the same seed, and others for another', () => {
    expect(faultsOf(7, 50)).to.deep.equal(faultsOf(7, 50));
    expect(faultsOf(7, 50)).to.not.deep.equal(faultsOf(8, 50));
    expect(visitsOf(7)).to.deep.equal(visitsOf(7));
    expect(visitsOf(7)).to.not.deep.equal(visitsOf(8));
  });

  it('have every kind of fault before one comes again, 2 to 5 s apart or two at once', () => {
    const kinds = new Set(faultsOf(1, 12).map(({ kind }) => kind));
    expect([...kinds].sort()).to.deep.equal([
      'kill_web',
      'kill_worker',
      'mongo_kill',
      'redis_failover',
      'redis_flushall',
      'redis_kill',
      'redis_old_snapshot',
      'stop_web',
      'stop_worker',
    ]);
    const pauses = faultsOf(1, 200).map(({ after_ms }) => after_ms);
    for (const pause of pauses.filter((ms) => ms > 0)) expect(pause).to.be.within(2_000, 5_000);
    expect(pauses.filter((ms) => ms === 0).length).to.be.within(20, 60);
  });

  it('have faults of Redis in one of three deals where each stops the sales for a while', () => {
    const faults = faultsOf(1, 28, { ...OURS, redis: 'storms' }).map(({ kind }) => kind.startsWith('redis'));
    expect([faults.slice(0, 12), faults.slice(12)].map((some) => some.filter(Boolean).length)).to.deep.equal([
      4, 0,
    ]);
  });

  it('have servers away for up to a minute, but not in the first deal', () => {
    const away = (faults: readonly Fault[]): number[] =>
      faults
        .filter(({ kind }) => kind.endsWith('o_kill') || kind === 'redis_kill')
        .map(({ for_ms }) => for_ms);
    const long = away(faultsOf(1, 600)).filter((ms) => ms > 2_000);
    expect(long.length).to.be.greaterThan(5);
    for (const ms of long) expect(ms).to.be.within(10_000, 60_000);
    for (const ms of away(faultsOf(1, 12))) expect(ms).to.be.at.most(2_000);
  });

  it('have the catalogue changed in every way and most of it back, each to another state', () => {
    const changes = planChanges(1, 600_000);
    expect(changes).to.deep.equal(planChanges(1, 600_000));
    expect(changes).to.not.deep.equal(planChanges(2, 600_000));
    expect(new Set(changes.map(({ kind }) => kind))).to.deep.equal(new Set(CHANGE_KINDS));
    const noon = new Date('2026-11-21T12:00:20Z');
    let state = AS_PLANNED;
    for (const change of changes) {
      const next = changed(state, change, noon);
      expect(next, change.kind).to.not.deep.equal(state);
      state = next;
    }
    // Before anything was changed back.
    const all = changes.filter(({ kind }) => !BACK.has(kind));
    const every = all.reduce((before, change) => changed(before, change, noon), AS_PLANNED);
    const text = chaosCatalogue(10_000, 'http://127.0.0.1:4810', noon, every);
    const parsed = parseCatalogue([{ name: 'chaos.yaml', text }]);
    expect(parsed.ok ? [] : parsed.faults).to.deep.equal([]);
    const { buyers, shares, paused } = state;
    expect({ buyers, shares, paused }).to.deep.equal({ buyers: {}, shares: {}, paused: [] });
  });

  it('close a buyer until a whole minute of today, and leave its hours alone before midnight', () => {
    const close = { at_ms: 0, kind: 'close', what: 'harbor', for_ms: 90_000 } as const;
    const closed = changed(AS_PLANNED, close, new Date('2026-11-21T12:00:20Z'));
    expect(closed.closed_until).to.deep.equal({ harbor: new Date('2026-11-21T12:02:00Z') });
    expect(changed(AS_PLANNED, close, new Date('2026-11-21T23:59:20Z'))).to.equal(AS_PLANNED);
  });

  it('send some submits without consent', () => {
    const said = visitsOf(3).flatMap(({ submits }) => submits.map(({ consent }) => consent));
    expect(new Set(said)).to.deep.equal(new Set([true, false, null]));
    expect(said.filter((consent) => consent !== true).length).to.be.within(5, 60);
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

  it('have a catalogue of 21 offers without faults', () => {
    const text = chaosCatalogue(10_000, 'http://127.0.0.1:4810', new Date());
    const parsed = parseCatalogue([{ name: 'chaos.yaml', text }]);
    expect(parsed.ok ? parsed.document.offers.length : parsed.faults).to.equal(21);
  });
});
