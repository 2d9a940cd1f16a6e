import { expect } from 'chai';
import type { Cap } from '../../../src/core/catalogue/types.js';
import { rollUpCaps } from '../../../src/app/upkeep/roll-up-caps.js';
import { type CapWorldKind, capWorld } from '../../support/cap-world.js';
import { testCap } from '../../support/caps.js';
import { IDS, testBuyer, testCatalogue } from '../../support/catalogue.js';
import { effectsOf } from '../../../src/core/lead/pending-effect.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';

const OTHER = 'b0000000-0000-4000-8000-000000000002';
const capOf = (id: string, over: Partial<Cap> = {}): Cap =>
  testCap({ id, scope: 'buyer', window: 'month', limit: 2, time_zone: 'UTC', ...over });
const A_CAP = capOf('a-month');
const B_CAP = capOf('b-month');
const LATER_CAP = capOf('a-total', { window: 'total', limit: 9 });

/** The shared offer is A's or B's; every other offer is A's. */
const owned = (by: 'A' | 'B', version: number, caps: readonly Cap[] = [A_CAP]) =>
  testCatalogue({
    version,
    buyer: { caps },
    moreBuyers: [testBuyer({ id: OTHER, handle: 'other', caps: [B_CAP] })],
    ...(by === 'B' ? { buyers: { [IDS.shared]: OTHER } } : {}),
  });
const codeOf = ({ decision }: LeadRecord) => decision?.code;

/** The same is held in memory, as fast as mutation testing needs it, and on real servers. */
export function formerBuyers(kind: CapWorldKind): void {
  describe('an offer that changes its buyer', () => {
    after(() => kind.close?.());

    const open = () => capWorld(owned('A', 1), kind);
    describe(kind.name, () => {
      it("leaves its sales in the former buyer's cap, whose confirmations come after it", async () => {
        const world = await open();
        const [first, second] = [await world.put(), await world.put()];
        for (const lead of [first, second]) expect((await world.run(lead)).state).to.equal('accepted');
        world.apply(owned('B', 2));
        await world.sweep();
        expect(effectsOf(await world.read(first), 'reservations')).to.deep.equal([]);
        const now = world.ports.clock();
        expect(await world.used(A_CAP, now)).to.equal(2);
        expect(await world.used(B_CAP, now)).to.equal(0);
        for (const refused of [
          await world.put({ offer_id: IDS.trueExclusive }),
          await world.put({ offer_id: IDS.trueExclusive }),
        ])
          expect(codeOf(await world.run(refused))).to.equal('CAP_REACHED');
        expect((await world.run(await world.put({ buyer_id: OTHER }))).state).to.equal('accepted');
        await world.sweep();
        expect(await world.differences()).to.deep.equal([]);
      });

      it('is counted so when the ledger is counted anew, also in a cap that comes later and from folded days', async () => {
        const world = await open();
        for (const lead of [await world.put(), await world.put()]) await world.run(lead);
        await world.sweep();
        world.apply(owned('B', 2));
        await world.rebuild();
        const then = world.ports.clock();
        expect([await world.used(A_CAP, then), await world.used(B_CAP, then)]).to.deep.equal([2, 0]);
        world.apply(owned('B', 3, [A_CAP, LATER_CAP]));
        await world.rebuild();
        expect(await world.used(LATER_CAP, then)).to.equal(2);
        world.pass(4 * 86_400_000);
        const { counts, ports } = world;
        expect((await rollUpCaps({ counts, clock: ports.clock, random: () => 0 })).days).to.include(
          then.toISOString().slice(0, 10),
        );
        await world.rebuild();
        expect(await world.used(LATER_CAP, then)).to.equal(2);
        expect(await world.differences()).to.deep.equal([]);
      });

      it('takes a lead along that waits: its place moves to the new buyer before it is sent there', async () => {
        const world = await open();
        const lead = await world.put();
        world.answers.deliver.push({ kind: 'never_sent', detail: 'ECONNREFUSED' });
        expect((await world.run(lead)).intent?.buyer_id).to.equal(IDS.buyer);
        world.apply(owned('B', 2));
        world.pass(5_000);
        const sold = await world.run(lead);
        expect([sold.state, sold.intent?.buyer_id]).to.deep.equal(['accepted', OTHER]);
        await world.sweep();
        const now = world.ports.clock();
        expect([await world.used(A_CAP, now), await world.used(B_CAP, now)]).to.deep.equal([0, 1]);
      });

      it('finds the buyer of the moment when it changes between the insert and the first look', async () => {
        const world = await open();
        const lead = await world.put({ buyer_id: IDS.buyer });
        world.apply(owned('B', 2));
        expect((await world.run(lead)).intent?.buyer_id).to.equal(OTHER);
        await world.sweep();
        const now = world.ports.clock();
        expect([await world.used(A_CAP, now), await world.used(B_CAP, now)]).to.deep.equal([0, 1]);
      });
    });
  });
}
