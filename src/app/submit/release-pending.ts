import type { ClaimOwner } from '../../core/duplicates/claim-owner.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { LeadStanding } from '../../core/lead/lead-standing.js';
import { effectsOf } from '../../core/lead/pending-effect.js';
import { claimsAfterReturns } from '../../core/money/returned-claims.js';
import type { Slot } from '../../core/search/search-record.js';
import { pendingOf } from '../apply-pending.js';
import type { WorkPorts } from '../ports/work-ports.js';
import { applyEffect } from './effects.js';

type ReleasePorts = Pick<WorkPorts, 'searches' | 'claims' | 'ledger' | 'catalogue' | 'leads'>;

/** A person who was submitted often has more owners. What ended a moment ago is among the newest. */
const MAX_OWNERS = 20;

/**
 * A callback, an operator and an erasure end a lead, and what it reserved is released a moment later (`finishLeads`). An
 * affiliate that reads its refusal before that may submit its next choice at once. So a lead that is refused because of a
 * slot first applies the pending releases of ended leads of the search. False: there were none.
 */
export const releaseOfSlots = (ports: ReleasePorts, slots: readonly Slot[]): Promise<boolean> =>
  releasePending(
    ports,
    slots.filter(({ state }) => state === 'reserved'),
  );

/** The same for a lead that is over a cap, with the pending releases of ended leads of its person. */
export async function releaseOfPerson(
  ports: ReleasePorts,
  { id, submission, identities }: Pick<LeadRecord, 'id' | 'submission' | 'identities'>,
): Promise<boolean> {
  const held = await ports.claims.owners(identities.map(({ key }) => key));
  const others = held
    .flatMap(({ owners }) => owners)
    .filter((owner) => owner.lead !== id || owner.submission !== submission)
    .sort((a, b) => b.at.getTime() - a.at.getTime());
  return releasePending(ports, others.slice(0, MAX_OWNERS));
}

/** One submission of a lead. */
type Submission = Pick<LeadRecord, 'submission'> & { readonly lead: string };

/** An effect is stored with the transition that ends its submission, and may be applied twice. Its lead keeps it for the sweep. */
async function releasePending(ports: ReleasePorts, held: readonly Submission[]): Promise<boolean> {
  if (held.length === 0) return false;
  const leads = await ports.leads.standings([...new Set(held.map(({ lead }) => lead))]);
  const pending = pendingOf(leads, 'reservations').filter(
    ({ id, effect: { what, submission } }) =>
      what === 'release' && held.some((one) => one.lead === id && one.submission === submission),
  );
  for (const { id, effect } of pending) await applyEffect(ports, id, effect);
  return pending.length > 0;
}

/** Applies the pending effects of a lead that keeps no claim, and releases what is left of its claims. */
export async function releaseStaleOwner(
  ports: ReleasePorts,
  lead: LeadStanding,
  owner: ClaimOwner,
  keys: readonly string[],
): Promise<void> {
  const effects = effectsOf(lead, 'reservations').filter(({ submission }) => submission === owner.submission);
  for (const effect of effects) await applyEffect(ports, lead.id, effect);
  if (lead.state === 'accepted' && lead.submission === owner.submission)
    return releaseReturned(ports, lead, keys);
  // A worker that slept may have claimed for a lead that had already ended. No pending effect releases that claim, so
  // release it here. Use the identities that were asked for, because the lead's own identities may have changed
  // since.
  if (effects.length === 0) await ports.claims.release(keys, lead.id, owner.submission);
}

/** A returned lead released its claims. What is left of them is released, but not what undoing its return regained. */
async function releaseReturned(
  { claims }: Pick<WorkPorts, 'claims'>,
  lead: LeadStanding,
  keys: readonly string[],
): Promise<void> {
  const after = claimsAfterReturns(lead);
  if (after.kind === 'gone') await claims.release(keys, lead.id, lead.submission, after.run);
}
