import type { SettleVerdict } from '../../../src/core/delivery/settle.js';
import { settleLead, type SettledLead } from '../../../src/app/settle/settle-lead.js';
import type { World } from './world.js';

/**
 * An operator who was told by the buyer what became of a lead tries to settle it, now and again; undefined when the
 * buyer never got it. What is said is true: a buyer that is said to have it does.
 */
export async function operatorSettles(
  world: World,
  id: string,
  verdict: SettleVerdict,
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

/** The operator settles as the buyer has decided; what it never got, or did not take, it does not buy any more. */
export async function settleTruly(world: World, id: string): Promise<void> {
  const isSold = world.sales.some(({ lead_id }) => lead_id === id);
  await world.run(async ({ leads, catalogue, clock }) => {
    const settlement = {
      verdict: isSold ? 'accepted' : 'rejected',
      by: 'an operator',
      why: 'asked',
    } as const;
    const { outcome } = await settleLead({ leads, catalogue: catalogue.current(), clock }, id, settlement);
    if (outcome === 'settled' && !isSold) world.refuses(id);
  });
}

/** The operator settles everything that is unknown, in the end. */
export async function settleUnknown(world: World): Promise<void> {
  for (const { id, state } of [...world.leads.all.values()])
    if (state === 'unknown') await settleTruly(world, id);
  await world.settle();
}
