import { expect } from 'chai';
import fc from 'fast-check';
import { returnLead } from '../../../src/app/money/return-lead.js';
import { undoLeadReturn } from '../../../src/app/money/undo-return.js';
import { rollUpCaps } from '../../../src/app/upkeep/roll-up-caps.js';
import { windowOf } from '../../../src/core/caps/windows.js';
import type { Cap } from '../../../src/core/catalogue/types.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { effectsOf } from '../../../src/core/lead/pending-effect.js';
import { standingReturn } from '../../../src/core/money/returned.js';
import { type CapWorld, type CapWorldKind, capWorld } from '../../support/cap-world.js';
import { testCap } from '../../support/caps.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { applyReturns, testReturns } from '../../support/returns.js';

const HOUR_MS = 3_600_000;
const CAPS: readonly Cap[] = [
  testCap({ id: 'hour', window: 'hour', limit: 2, time_zone: 'UTC' }),
  testCap({ id: 'day', window: 'day', limit: 3, time_zone: 'America/Chicago' }),
  testCap({ id: 'total', window: 'total', limit: 5, time_zone: 'UTC' }),
];
const returns = testReturns({ give_back_place: true, release_claim: true });
const catalogue = testCatalogue({ buyer: { returns }, offers: { [IDS.shared]: { caps: CAPS } } });

const DEEDS = ['sell', 'return', 'undo', 'sweep', 'rebuild', 'lose', 'hour', 'roll up'] as const;
type Deed = readonly [what: (typeof DEEDS)[number], which: number];
const deeds = fc.array(
  fc.tuple(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom<Deed[0]>('sell', 'return', 'undo') },
      { weight: 2, arbitrary: fc.constantFrom<Deed[0]>(...DEEDS) },
    ),
    fc.nat(30),
  ),
  { minLength: 8, maxLength: 40 },
);

/** Plays returns among sales, and counts plainly which sales stand. */
async function play(world: CapWorld, script: readonly Deed[]): Promise<void> {
  const { ports } = world;
  const ids: string[] = [];
  const leads = (): Promise<LeadRecord[]> => Promise.all(ids.map((id) => world.read({ id })));
  const pick = async (which: number, fits: (lead: LeadRecord) => boolean): Promise<string | undefined> => {
    const found = (await leads()).filter((lead) => lead.state === 'accepted' && fits(lead));
    return found[which % Math.max(1, found.length)]?.id;
  };
  const standing = async (cap: Cap): Promise<number> => {
    const now = ports.clock();
    const { window } = windowOf(cap, now);
    return (await leads()).filter(
      (lead) =>
        lead.state === 'accepted' &&
        windowOf(cap, lead.intent?.at ?? now).window === window &&
        !standingReturn(lead),
    ).length;
  };
  const acts: Record<Deed[0], (which: number) => Promise<unknown>> = {
    async sell() {
      const lead = await world.put();
      ids.push(lead.id);
      const { state } = await world.run(lead);
      // A sale that stands again may be over the cap. Nothing is sold then.
      if (state !== 'accepted') return;
      for (const cap of CAPS) expect(await standing(cap), cap.id).to.be.at.most(cap.limit);
    },
    async return(which) {
      const id = await pick(which, (lead) => !standingReturn(lead));
      if (id === undefined) return;
      const done = await returnLead({ ...ports, catalogue }, id, { code: 'bad_phone', by: 'ann' });
      expect(done.outcome).to.equal('returned');
    },
    async undo(which) {
      const id = await pick(which, (lead) => standingReturn(lead) !== undefined);
      if (id !== undefined) await undoLeadReturn(ports, id, { by: 'ann', why: 'A mistake' });
    },
    sweep: () => world.sweep(),
    rebuild: () => world.rebuild(),
    lose: () => world.lose(),
    hour() {
      world.pass(HOUR_MS);
      return Promise.resolve();
    },
    'roll up': () => (world.pass(72 * HOUR_MS), rollUpCaps({ ...ports, counts: world.counts })),
  };
  for (const [what, which] of script) await acts[what](which);
  const agrees = async (when: string): Promise<void> => {
    for (const cap of CAPS)
      expect(await world.used(cap, ports.clock()), `${cap.id} ${when}`).to.equal(await standing(cap));
    expect(await world.differences(), when).to.deep.equal([]);
  };
  if ((await world.used(CAPS[2] as Cap, ports.clock())) === 'stale') await world.rebuild();
  for (let i = 0; i < 4; i += 1) await world.sweep();
  for (const lead of await leads()) expect(effectsOf(lead, 'return')).to.deep.equal([]);
  await agrees('at the end');
  await world.rebuild();
  await agrees('after a rebuild');
}

/** The same is held in memory, and on real servers. */
export function returnedPlaces(kind: CapWorldKind, numRuns: number): void {
  describe(`cap places of returned leads, ${kind.name}`, () => {
    after(() => kind.close?.());

    it('are free for others until they are regained, and never counted twice', async () => {
      await fc.assert(
        fc.asyncProperty(deeds, async (script) => play(await capWorld(catalogue, kind), script)),
        { numRuns },
      );
    });

    it('are regained once by two who undo the return at once', async () => {
      const world = await capWorld(catalogue, kind);
      const { leads, clock } = world.ports;
      const { id } = await world.run(await world.put());
      await returnLead({ ...world.ports, catalogue }, id, { code: 'bad_phone', by: 'ann' });
      await world.sweep();
      const read = await world.read({ id });
      // Each has read the lead before the other one wrote.
      const asRead = { ...world.ports, leads: { ...leads, read: () => Promise.resolve(read) } };
      const undo = (by: string) => undoLeadReturn(asRead, id, { by, why: 'A mistake' });
      const outcomes = [await undo('ann'), await undo('bob')];
      expect(outcomes[1]?.outcome).to.equal('later');
      expect(effectsOf(await world.read({ id }), 'return')).to.have.length(1);
      world.pass(60_000);
      for (let i = 0; i < 3; i += 1) {
        await applyReturns(world.ports);
        for (const cap of CAPS) expect(await world.used(cap, clock()), cap.id).to.equal(1);
      }
      expect(await world.differences()).to.deep.equal([]);
      expect(effectsOf(await world.read({ id }), 'return')).to.deep.equal([]);
    });

    it('are regained by undoing the return, also where somebody else has them, and nothing more is sold', async () => {
      const world = await capWorld(catalogue, kind);
      const sell = async (): Promise<LeadRecord> => world.run(await world.put());
      const [first, second] = [await sell(), await sell()];
      const states = [first.state, second.state, (await sell()).decision?.code];
      expect(states).to.deep.equal(['accepted', 'accepted', 'CAP_REACHED']);
      const give = async (id: string) => {
        await returnLead({ ...world.ports, catalogue }, id, { code: 'bad_phone', by: 'ann' });
        await world.sweep();
      };
      const undo = async (id: string) => {
        await undoLeadReturn(world.ports, id, { by: 'ann', why: 'A mistake' });
        await world.sweep();
        return (await world.read({ id })).returns?.at(-1)?.undone;
      };
      // The hour may count two, the day three, and the total five.
      const counted = async (sold: number): Promise<void> => {
        for (const when of ['at once', 'after a rebuild']) {
          for (const cap of CAPS) expect(await world.used(cap, world.ports.clock()), when).to.equal(sold);
          expect(await world.differences(), when).to.deep.equal([]);
          await world.rebuild();
        }
      };
      for (const { id } of [first, second]) await give(id);
      await counted(0);
      expect((await sell()).state).to.equal('accepted');
      const both = { place_regained: true, claim_regained: true };
      expect(await undo(first.id)).to.include(both);
      await counted(2);
      expect(await undo(second.id)).to.include(both);
      await counted(3);
      expect((await sell()).decision?.code).to.equal('CAP_REACHED');
      const booked = effectsOf(await world.read(second), 'entry').at(-1);
      if (booked) expect(booked).to.include({ what: 'return_reversal', place_regained: true });
      // Its second return gives back one place of three, so the hour is still full.
      await give(second.id);
      await counted(2);
      expect((await sell()).decision?.code).to.equal('CAP_REACHED');
      await give(first.id);
      await counted(1);
      expect((await sell()).state).to.equal('accepted');
    });

    it('are counted again by a cap that is away while the return is undone', async () => {
      const world = await capWorld(catalogue, kind);
      const { id } = await world.run(await world.put());
      await returnLead({ ...world.ports, catalogue }, id, { code: 'bad_phone', by: 'ann' });
      await world.sweep();
      const of = (version: number, caps: readonly Cap[]) =>
        testCatalogue({ version, buyer: { returns }, offers: { [IDS.shared]: { caps } } });
      world.apply(of(2, []));
      await world.rebuild();
      await undoLeadReturn(world.ports, id, { by: 'ann', why: 'A mistake' });
      await world.sweep();
      world.apply(of(3, CAPS));
      await world.rebuild();
      for (const cap of CAPS) expect(await world.used(cap, world.ports.clock()), cap.id).to.equal(1);
    });
  });
}
