import type { Verdict } from '../../../src/core/lead-work/settle.js';
import { settleLead, type SettledLead } from '../../../src/platform/settling/settle-lead.js';
import type { World } from './world.js';

/**
 * An operator who was told by the buyer what became of a lead tries to settle it, now and again; undefined when the
 * buyer never got it. What is said is true: a buyer that is said to have it does.
 */
export async function operatorSettles(
  world: World,
  id: string,
  verdict: Verdict,
  tries = 60,
): Promise<SettledLead['outcome'] | undefined> {
  let outcome: SettledLead['outcome'] | undefined;
  for (let i = 0; i < tries && outcome !== 'settled' && outcome !== 'already'; i += 1) {
    await world.wait();
    if (!world.received.some(({ lead_id }) => lead_id === id)) continue;
    if (verdict === 'accepted') world.buys(id);
    await world.run(async ({ leads, catalogue, clock }) => {
      const settlement = { verdict, by: 'an operator', why: 'the buyer said so' };
      const settled = await settleLead({ leads, catalogue: catalogue.current(), clock }, id, settlement);
      outcome = settled.outcome;
    });
  }
  return outcome;
}
