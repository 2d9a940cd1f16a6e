import { expect } from 'chai';
import { createRoster, MAX_SWEEPERS, PRESENT_MS, type Roster } from '../../../src/app/upkeep/roster.js';
import { isInShare } from '../../../src/core/upkeep/share.js';
import { memoryLeases } from '../../support/fakes/memory-leases.js';

const START = Date.UTC(2026, 10, 23);
const IDS = Array.from({ length: 64 }, (_, n) => `${(n * 4).toString(16).padStart(2, '0')}-`);

function set(count: number) {
  let now = START;
  const leases = memoryLeases();
  const clock = (): Date => new Date(now);
  const sweepers = Array.from({ length: count }, (_, n) => createRoster({ leases, clock, owner: `s${n}` }));
  return {
    sweepers,
    pass: (ms: number) => void (now += ms),
    look: async (...some: readonly Roster[]): Promise<void> => {
      for (let twice = 0; twice < 2; twice += 1) for (const one of some) await one.look(true);
    },
  };
}

/** How many of these finish each id, and have each role. */
const doers = (some: readonly Roster[]) => ({
  ids: new Set(IDS.map((id) => some.filter((one) => isInShare(id, one.share())).length)),
  sweep: some.filter((one) => one.has('sweep')).length,
  upkeep: some.filter((one) => one.has('upkeep')).length,
});
const ONCE = { ids: new Set([1]), sweep: 1, upkeep: 1 };

describe('sweepers that share the work', () => {
  for (const count of [1, 2, 3, MAX_SWEEPERS])
    it(`${count}: each lead is one's, and so is each role`, async () => {
      const { sweepers, look } = set(count);
      await look(...sweepers);
      expect(doers(sweepers)).to.deep.equal(ONCE);
      expect(sweepers.map((one) => one.hasOthers())).to.deep.equal(sweepers.map(() => count > 1));
    });

  it('two have a role each', async () => {
    const { sweepers, look } = set(2);
    await look(...sweepers);
    const roles = sweepers.map((one) => [one.has('sweep'), one.has('upkeep')]);
    expect(roles).to.deep.equal([
      [true, false],
      [false, true],
    ]);
  });

  it('who has not looked does everything, and so does who is one too many', async () => {
    const { sweepers, look } = set(MAX_SWEEPERS + 1);
    const [first] = sweepers;
    expect([first?.share(), first?.has('sweep'), first?.has('upkeep')]).to.deep.equal([{}, true, true]);
    await look(...sweepers);
    const last = sweepers.at(-1);
    expect([last?.share(), last?.has('sweep'), last?.hasOthers()]).to.deep.equal([{}, true, true]);
    expect(doers(sweepers.slice(0, -1))).to.deep.equal(ONCE);
  });

  for (const [name, killed] of [
    ['the first', 0],
    ['the second', 1],
    ['the last', 2],
  ] as const)
    it(`${name} dies: the others have its part at the first look after ${PRESENT_MS} ms`, async () => {
      const { sweepers, look, pass } = set(3);
      await look(...sweepers);
      const rest = sweepers.filter((_, n) => n !== killed);
      pass(PRESENT_MS - 1);
      await look(...rest);
      expect(doers(rest)).not.to.deep.equal(ONCE);
      pass(1);
      await look(...rest);
      expect(doers(rest)).to.deep.equal(ONCE);
    });

  it('one leaves, or does not get on: the others have its part at their next look', async () => {
    const { sweepers, look } = set(3);
    await look(...sweepers);
    await sweepers[0]?.leave();
    await look(...sweepers.slice(1));
    expect(doers(sweepers.slice(1))).to.deep.equal(ONCE);
    await sweepers[1]?.look(false);
    await look(...sweepers.slice(2));
    expect(doers(sweepers.slice(2))).to.deep.equal(ONCE);
    // It goes on with everything until it gets on.
    expect(sweepers[1]?.share()).to.deep.equal({});
    await look(...sweepers.slice(1));
    expect(doers(sweepers.slice(1))).to.deep.equal(ONCE);
  });

  it('one that slept finishes its former part once more, and then takes another place', async () => {
    const { sweepers, look, pass } = set(2);
    await look(...sweepers);
    const [slept, other] = sweepers;
    const before = slept?.share();
    pass(PRESENT_MS);
    await look(other!);
    expect(other?.share()).to.deep.equal({});
    expect(slept?.share()).to.deep.equal(before);
    await look(slept!, other!);
    expect(doers(sweepers)).to.deep.equal(ONCE);
  });
});
