import { expect } from 'chai';
import { IDS, testCatalogue, testOffer } from '../support/catalogue.js';
import { createClient } from '../support/steps/client.js';
import { OUTAGES } from '../support/steps/outage.js';
import type { Behaviour } from '../support/steps/recording-buyers.js';
import { SEED, shareOf } from '../support/steps/share.js';
import { violationsOf } from '../support/steps/violations.js';
import { verifyStep } from '../support/verify-step.js';
import { createWorld } from '../support/steps/world.js';

const MINUTE_MS = 60_000;
const LENGTHS: readonly [string, number][] = [
  ['six minutes', 6 * MINUTE_MS],
  ['an hour', 60 * MINUTE_MS],
  ['a night', 8 * 60 * MINUTE_MS],
];
/** The delivery window is shorter than any of the outages. */
const delivery = { ...testOffer().delivery, window_ms: 2 * MINUTE_MS };
const throttle = { per_minute: 60 };
const limited = { delivery: { ...delivery, throttle }, verify: [verifyStep({ throttle })] };
const CATALOGUES = [
  ['', testCatalogue({ offers: { [IDS.shared]: { delivery } } })],
  [', where the requests are counted', testCatalogue({ offers: { [IDS.shared]: limited } })],
] as const;
/** The window is only looked at when an attempt came to nothing. */
const deliver = (n: number): Behaviour => (n < 3 ? 'never_sent' : 'accepted');

describe(`outages of minutes and hours (STEPS_SEED=${SEED})`, () => {
  const cases = CATALOGUES.flatMap(([where, catalogue], row) =>
    OUTAGES.flatMap(([what, outage], column) =>
      shareOf(LENGTHS, row * OUTAGES.length + column).map(([long, ms]) => ({
        name: `${what} for ${long}${where}`,
        ...{ catalogue, outage, ms },
      })),
    ),
  );
  for (const { name, catalogue, outage, ms } of cases)
    it(name, async () => {
      const world = createWorld({ catalogue, script: { deliver } });
      const client = createClient(world);
      await world.only(() => client.direct('ann'));
      await world.only(() => client.direct('margaret'));
      await world.endure(outage, ms);
      await world.settle();
      expect(violationsOf(world, client)).to.deep.equal([]);
      const leads = [...world.leads.all.values()];
      expect(leads.map(({ state, stalls }) => [state, stalls])).to.deep.equal([
        ['accepted', 0],
        ['accepted', 0],
      ]);
    });
});
