import { expect } from 'chai';
import { runSubmit } from '../../../src/app/submit/run.js';
import type { WorkPorts } from '../../../src/app/ports/work-ports.js';
import { type CapWorld, type CapWorldKind, capWorld, noonTomorrow } from '../../support/cap-world.js';
import { testCap } from '../../support/caps.js';
import { IDS, testCatalogue, testOffer } from '../../support/catalogue.js';

const HOUR_MS = 3_600_000;
const HOUR = testCap({ id: 'hour', window: 'hour', limit: 1, time_zone: 'UTC' });
const catalogue = testCatalogue({ offers: { [IDS.shared]: { caps: [HOUR] } } });

/** The same is held in memory, as fast as mutation testing needs it, and on real servers. */
export function windowEdges(kind: CapWorldKind): void {
  describe(`a window that ends while a lead is evaluated, ${kind.name}`, () => {
    after(() => kind.close?.());

    /** The hour's only place is sold, and a second before its end a worker takes another lead. */
    async function judgedOverTheEdge(meanwhile: (world: CapWorld) => Promise<void>) {
      const world = await capWorld(catalogue, kind);
      world.pass(HOUR_MS - 10_000);
      expect((await world.run(await world.put())).state).to.equal('accepted');
      world.pass(9_000);
      const { id, submission } = await world.put();
      const { ledger } = world.ports;
      let isFirst = true;
      const slow: WorkPorts = {
        ...world.ports,
        ledger: {
          ...ledger,
          async reserve(...asked) {
            if (isFirst) await meanwhile(world);
            isFirst = false;
            return ledger.reserve(...asked);
          },
        },
      };
      await runSubmit(slow, { lead_id: id, submission, request_id: 'r' });
      return { world, lead: await world.read({ id }) };
    }

    it('is left by a lead that a buyer may have, also for a window that is full', async () => {
      const { delivery } = testOffer();
      const offer = { caps: [HOUR], delivery: { ...delivery, idempotent: true, window_ms: 24 * HOUR_MS } };
      const world = await capWorld(testCatalogue({ offers: { [IDS.shared]: offer } }), kind);
      const hour = (n: number): Date => new Date(noonTomorrow().getTime() + n * HOUR_MS);
      const used = () => Promise.all([0, 1, 2].map((n) => world.used(HOUR, hour(n))));
      const lead = await world.put();
      world.answers.deliver.push({ kind: 'unknown', detail: 'a time-out' });
      await world.run(lead);
      world.pass(HOUR_MS);
      world.answers.deliver.push({ kind: 'never_sent', detail: 'ECONNREFUSED' });
      await world.run(lead);
      expect(await used()).to.deep.equal([1, 1, 0]);
      world.pass(HOUR_MS);
      expect((await world.run(await world.put())).state).to.equal('accepted');
      world.answers.deliver.push({ kind: 'never_sent', detail: 'ECONNREFUSED' });
      expect((await world.run(lead)).decision).to.equal(undefined);
      expect(await used()).to.deep.equal([1, 0, 1]);
    });

    it('is still full for it after its worker had the ledger counted anew', async () => {
      const { lead } = await judgedOverTheEdge(async (world) => {
        await world.lose();
        world.pass(3_000);
      });
      expect([lead.state, lead.decision?.code]).to.deep.equal(['rejected', 'CAP_REACHED']);
    });

    it('is still full for it after another process had the ledger counted anew', async () => {
      const { world, lead } = await judgedOverTheEdge(async (world) => {
        world.pass(25_000);
        await world.rebuild();
      });
      expect([lead.state, lead.decision?.code]).to.deep.equal(['rejected', 'CAP_REACHED']);
      expect(await world.differences(), 'a window that is over is not compared').to.deep.equal([]);
      const next = new Date(noonTomorrow().getTime() + HOUR_MS);
      expect(await world.used(HOUR, next), 'the next hour is free').to.equal(0);
    });
  });
}
