import { expect } from 'chai';
import type { Catalogue } from '../../../src/core/catalogue/types.js';
import type { DeliveryResult } from '../../../src/core/delivery/delivery-result.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { settleLead } from '../../../src/app/settle/settle-lead.js';
import { rollUpCaps } from '../../../src/app/upkeep/roll-up-caps.js';
import { type CapWorldKind, capWorld, dayAfter, noonTomorrow } from '../../support/cap-world.js';
import { testCap } from '../../support/caps.js';
import { effectsOf } from '../../../src/core/lead/pending-effect.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';

const DAY_MS = 86_400_000;
const CAP = testCap({ id: 'day', window: 'day', limit: 1, time_zone: 'UTC' });
const TOTAL = testCap({ id: 'total', window: 'total', limit: 9, time_zone: 'UTC' });
const delivery = {
  ...testCatalogue().offers.get(IDS.shared)!.delivery,
  idempotent: true,
  window_ms: 3 * DAY_MS,
};

/** Closed on these dates. */
const closedOn = (...holidays: readonly string[]): Catalogue =>
  testCatalogue({
    buyer: { time_zone: 'UTC', holidays },
    offers: { [IDS.shared]: { delivery, caps: [CAP, TOTAL] } },
  });

/** What a new count says of a sale of a day that is over: it is in the total alone. */
const TODAY_IS_OVER = [0, 0, 1];
const answered = (outcome: 'accepted' | 'rejected'): DeliveryResult => ({
  kind: 'answered',
  status: 200,
  answer: { outcome, reference: 'ref-1' },
});

/** The same is held in memory, as fast as mutation testing needs it, and on real servers. */
export function lateWindows(kind: CapWorldKind): void {
  describe('an attempt that may still be the sale keeps its place', () => {
    after(() => kind.close?.());
    const today = noonTomorrow();
    const tomorrow = new Date(today.getTime() + DAY_MS);
    const dateOf = (at: Date): string => at.toISOString().slice(0, 10);

    const open = () => capWorld(closedOn(), kind);
    describe(kind.name, () => {
      /** The first attempt is open and slow; the lead waits for tomorrow, since the buyer has closed. */
      async function savedWhileOpen() {
        const world = await open();
        const lead = await world.put();
        const answer = await world.open(lead);
        world.pass(60_000);
        expect((await world.run(lead)).state).to.equal('waiting');
        world.apply(closedOn(dateOf(today)));
        world.pass(2_000);
        const saved = await world.run(lead);
        expect([saved.state, dateOf(saved.intent!.at)]).to.deep.equal(['saved', dayAfter(today)]);
        const used = async () => [
          await world.used(CAP, today),
          await world.used(CAP, tomorrow),
          await world.used(TOTAL, today),
        ];
        /** Sweeps, and holds what is left against a new count. */
        const atRest = async (expected: readonly number[], anew = expected): Promise<void> => {
          await world.sweep();
          expect(effectsOf(await world.read(lead), 'reservations')).to.deep.equal([]);
          expect(await used(), 'in the ledger').to.deep.equal(expected);
          expect(await world.differences()).to.deep.equal([]);
          await world.rebuild();
          expect(await used(), 'counted anew').to.deep.equal(anew);
        };
        return { world, lead, answer, used, atRest };
      }

      it('in the window of each', async () => {
        const { world, used } = await savedWhileOpen();
        expect(await used()).to.deep.equal([1, 1, 1]);
        expect(await world.differences()).to.deep.equal([]);
        await world.rebuild();
        expect(await used()).to.deep.equal([1, 1, 1]);
      });

      it('until a late acceptance confirms its window, and no other', async () => {
        const { world, answer, atRest } = await savedWhileOpen();
        expect((await answer(answered('accepted'))).state).to.equal('accepted');
        await atRest([1, 0, 1]);
        world.apply(closedOn());
        const second = await world.run(await world.put());
        expect(second.decision?.code).to.equal('CAP_REACHED');
        world.pass(5 * DAY_MS);
        const { counts, ports } = world;
        expect((await rollUpCaps({ counts, clock: ports.clock, random: () => 0 })).days).to.include(
          dayAfter(today),
        );
        await world.rebuild();
        expect(await world.used(TOTAL, today)).to.equal(1);
      });

      it('until a late refusal gives back all', async () => {
        const { answer, atRest } = await savedWhileOpen();
        expect((await answer(answered('rejected'))).state).to.equal('rejected');
        await atRest([0, 0, 0]);
      });

      it('when a repeat is accepted, for the answer is about the first that nobody heard the end of', async () => {
        const { world, lead, used, atRest } = await savedWhileOpen();
        world.pass(DAY_MS);
        expect((await world.run(lead)).state).to.equal('accepted');
        expect(await used()).to.deep.equal([1, 1, 1]);
        await atRest([1, 0, 1], TODAY_IS_OVER);
      });

      it('when an operator says so, of a repeat that was lost too', async () => {
        const { world, lead, atRest } = await savedWhileOpen();
        world.pass(DAY_MS);
        world.answers.deliver.push({ kind: 'unknown', detail: 'time-out' });
        world.apply(
          testCatalogue({
            offers: { [IDS.shared]: { delivery: { ...delivery, window_ms: 1 }, caps: [CAP, TOTAL] } },
            buyer: { time_zone: 'UTC' },
          }),
        );
        expect((await world.run(lead)).state).to.equal('unknown');
        world.pass(60_000);
        const { leads, clock, catalogue } = world.ports;
        const about = { leads, catalogue: catalogue.current(), clock };
        const settlement = { verdict: 'accepted', by: 'an operator', why: 'the buyer said so' } as const;
        expect((await settleLead(about, lead.id, settlement)).outcome).to.equal('settled');
        await atRest([1, 0, 1], TODAY_IS_OVER);
      });

      it('and its full window is no reason to refuse it; nor does it go over a full one that comes', async () => {
        const { world, lead, used } = await savedWhileOpen();
        world.apply(closedOn(dateOf(today), dayAfter(today)));
        // Somebody else has the place of the day after tomorrow, to which it moves.
        const other: LeadRecord = await world.put();
        world.pass(DAY_MS);
        expect((await world.run(other)).state).to.equal('saved');
        const stuck = await world.run(lead);
        expect([stuck.state, stuck.decision]).to.deep.equal(['waiting', undefined]);
        const dayAfterTomorrow = new Date(today.getTime() + 2 * DAY_MS);
        const places = async () => [...(await used()), await world.used(CAP, dayAfterTomorrow)];
        expect(await places()).to.deep.equal([1, 0, 2, 1]);
        await world.rebuild();
        expect(await places(), 'counted anew').to.deep.equal([...TODAY_IS_OVER.slice(0, 2), 2, 1]);
        expect(await world.differences()).to.deep.equal([]);
      });
    });
  });
}
