import { expect } from 'chai';
import { createRoles, HELD_MS, ROLES, type Roles } from '../../../src/app/upkeep/roles.js';
import { memoryLeases } from '../../support/fakes/memory-leases.js';

const START = Date.UTC(2026, 10, 23);

function set(count: number) {
  let now = START;
  const leases = memoryLeases();
  const clock = (): Date => new Date(now);
  return {
    sweepers: Array.from({ length: count }, (_, n) => createRoles({ leases, clock, owner: `s${n}` })),
    pass: (ms: number) => void (now += ms),
    look: async (...some: readonly Roles[]): Promise<void> => {
      for (let twice = 0; twice < 2; twice += 1) for (const one of some) await one.look(true);
    },
  };
}

/** How many of these have each role. */
const doers = (some: readonly Roles[]): number[] =>
  ROLES.map((role) => some.filter((one) => one.has(role)).length);
const rolesOf = (one: Roles | undefined): number => ROLES.filter((role) => one?.has(role)).length;
const ONCE = [1, 1, 1];

describe('the roles of sweepers', () => {
  for (const [count, roles] of [
    [1, [3]],
    [3, [1, 1, 1]],
    [4, [1, 1, 1, 0]],
  ] as const)
    it(`${count}: each role is one's`, async () => {
      const { sweepers, look } = set(count);
      await look(...sweepers);
      expect(doers(sweepers)).to.deep.equal(ONCE);
      expect(sweepers.map(rolesOf)).to.deep.equal(roles);
    });

  it('who has not looked does everything', () => {
    expect(rolesOf(set(1).sweepers[0])).to.equal(3);
  });

  it('one that comes later gets a role of one that has several', async () => {
    const { sweepers, look, pass } = set(3);
    const [first, second] = sweepers;
    await look(first!);
    for (const some of [sweepers.slice(0, 2), sweepers])
      for (let looks = 0; looks < 5; looks += 1) {
        pass(HELD_MS / 3);
        await look(...some);
      }
    expect(doers(sweepers)).to.deep.equal(ONCE);
    expect([first, second, sweepers[2]].map(rolesOf)).to.deep.equal([1, 1, 1]);
  });

  for (const [name, killed] of [
    ['the first', 0],
    ['the second', 1],
    ['the last', 2],
  ] as const)
    it(`${name} dies: another has its part after ${HELD_MS} ms`, async () => {
      const { sweepers, look, pass } = set(3);
      await look(...sweepers);
      const rest = sweepers.filter((_, n) => n !== killed);
      pass(HELD_MS - 1);
      await look(...rest);
      expect(doers(rest)).not.to.deep.equal(ONCE);
      pass(1);
      await look(...rest);
      expect(doers(rest)).to.deep.equal(ONCE);
    });

  it('one leaves, or does not get on: the others have its part, and it goes on with everything', async () => {
    const { sweepers, look } = set(3);
    await look(...sweepers);
    await sweepers[0]?.leave();
    await look(...sweepers.slice(1));
    expect(doers(sweepers.slice(1))).to.deep.equal(ONCE);
    await sweepers[1]?.look(false);
    await look(...sweepers.slice(2));
    expect(doers(sweepers.slice(2))).to.deep.equal(ONCE);
    expect(rolesOf(sweepers[1])).to.equal(3);
    await look(...sweepers.slice(1));
    expect(doers(sweepers.slice(1))).to.deep.equal(ONCE);
  });

  it('one that slept does its former part once more, and then has what is left', async () => {
    const { sweepers, look, pass } = set(2);
    await look(...sweepers);
    const [slept, other] = sweepers;
    const before = rolesOf(slept);
    pass(HELD_MS);
    await look(other!);
    expect(rolesOf(other)).to.equal(3);
    expect(rolesOf(slept)).to.equal(before);
    await look(slept!, other!);
    expect(doers(sweepers)).to.deep.equal(ONCE);
  });
});
