import { expect } from 'chai';
import { createLaneStore } from '../../../src/platform/mongo/outbox/lane-store.js';
import { privateServices } from '../../support/services.js';

const [A, B] = ['webhook:affiliate:a', 'webhook:affiliate:b'];
const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 21, 12) + seconds * 1_000);

describe('endpoints that have something to be told', () => {
  const services = privateServices();
  after(() => services.close());

  // What comes meanwhile does not bring it forward.
  for (const [what, meanwhile] of [
    ['only old messages', [B]],
    ['old messages, and gets new ones meanwhile', [A, B]],
  ] as const)
    it(`have their turn before one that has just had its turn, and has ${what}`, async () => {
      const connection = await services.connection();
      await connection.collection('outbox_lanes').deleteMany({});
      const lanes = createLaneStore(connection, 'webhook_messages');
      const next = async () => (await lanes.takeLanes(at(9), at(30), 1))[0]!;
      const ask = (asked: readonly string[], now: Date) =>
        lanes.askLanes(
          asked.map((lane) => ({ lane })),
          now,
        );
      await ask([A], at(0));
      const turn = await next();
      await ask(meanwhile, at(1));
      await lanes.endLane(turn, { failures: 0, due_at: at(0) }, at(2));
      await ask([A], at(3));
      expect([(await next()).id, (await next()).id]).to.deep.equal([B, A]);
    });
});
