import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import type { Strike } from './fate.js';
import type { World } from './world.js';

/** How long an answer that can't be stored is written again, and a buyer that has it waits to be settled. */
const INSISTS_MS = 60_000;

/** Leads that ended as unknown or failed though nothing that befell them explains it. */
export const unexplained = (world: World): string[] =>
  [...world.leads.all.values()].flatMap((lead) => {
    if (lead.state !== 'unknown' && lead.state !== 'failed') return [];
    const why = lead.state === 'failed' ? failedByBuyer(lead, world) : unknownBy(lead, world);
    return why ? [] : [`${lead.id} is ${lead.state}, and nothing explains it`];
  });

/** Only a buyer that does not take it ends a lead so: no death, outage or change of ours. */
const failedByBuyer = ({ offer_id }: LeadRecord, { troubles }: World): boolean =>
  troubles.some((trouble) => trouble.offer_id === offer_id && trouble.how !== 'pending');

/**
 * Its buyer did not answer, or not for good; it went to another buyer than the offer has now; or its worker, or what it
 * writes to, was struck while its request was open. Nothing that befalls Redis makes a lead unknown.
 */
function unknownBy(lead: LeadRecord, { troubles, fate: injector, catalogues }: World): boolean {
  const moved = lead.attempts.some(
    ({ sent_to }) => sent_to?.buyer_id !== catalogues.current().offers.get(lead.offer_id)?.buyer.id,
  );
  return (
    moved ||
    troubles.some(({ lead_id }) => lead_id === lead.id) ||
    lead.attempts.some(({ at, ended_at }) => injector.strikes.some((strike) => hits(strike, at, ended_at)))
  );
}

function hits({ how, what, at, until }: Strike, began: Date, ended: Date | undefined): boolean {
  const mayBe: readonly Strike['how'][] = ['dies', 'sleeps', 'outage', 'fails', 'pause'];
  if (!mayBe.includes(how)) return false;
  // One call that fails is repeated, unless it was the request itself.
  if (how === 'fails' && !what.includes('destinations.')) return false;
  const last = new Date((ended ?? began).getTime() + INSISTS_MS);
  return at <= last && until >= began;
}
