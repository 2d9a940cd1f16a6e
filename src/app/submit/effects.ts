import { bucketsAt, bucketsAtAll, countedCaps, reservationIdOf } from '../../core/caps/cap-buckets.js';
import type { ClaimOwner } from '../../core/duplicates/claim-owner.js';
import type { LeadRecord, ReservationEffect } from '../../core/lead/lead-record.js';
import type { LeadStanding } from '../../core/lead/lead-standing.js';
import { nameOfEffect, effectsOf } from '../../core/lead/pending-effect.js';
import { claimsAfterReturns } from '../../core/money/returned-claims.js';
import type { Slot } from '../../core/search/search-record.js';
import { pendingOf } from '../apply-pending.js';
import { bisectOnFailure } from '../bisect-on-failure.js';
import { askLedger } from '../caps/ask-ledger.js';
import { createFailures, eachSeparately, type Failures } from '../each-separately.js';
import type { WorkPorts } from '../ports/work-ports.js';

type EffectPorts = Pick<WorkPorts, 'searches' | 'claims' | 'ledger' | 'catalogue'>;
type SweepPorts = EffectPorts & Pick<WorkPorts, 'rebuildLedger' | 'log'>;

/** Calls of the ledger that are under way at once. */
const SALES_AT_ONCE = 25;

/**
 * Applies one pending effect to the slot, the claims and the reservations. This is idempotent: an effect that was
 * applied but not yet cleared is applied again. Returns false if the ledger must be rebuilt first; the effect then
 * stays pending.
 */
export async function applyEffect(
  ports: EffectPorts,
  lead: string,
  effect: ReservationEffect,
): Promise<boolean> {
  await applyToSlot(ports, lead, effect);
  return applyToClaimsAndCaps(ports, lead, effect);
}

interface Pending {
  readonly id: string;
  readonly effect: ReservationEffect;
}

/**
 * Applies many pending effects and returns those that were applied. One command confirms the slots of all
 * acceptances. An effect that fails stays pending and delays no other. If the ledger is stale, this also rebuilds it:
 * when no lead is sold anymore, nothing else triggers the rebuild, and the effects would stay pending.
 */
export async function applyEffects<One extends Pending>(
  ports: SweepPorts,
  pending: readonly One[],
  failures = createFailures(ports.log),
): Promise<One[]> {
  const applied: One[] = [];
  let left = pending;
  await askLedger(ports, async () => {
    const once = await applyOnce(ports, left, failures);
    applied.push(...once.applied);
    left = once.stale;
    return left.length === 0 ? 'done' : 'stale';
  });
  return applied;
}

const isSale = ({ effect: { what } }: Pending): boolean => what === 'confirm';

/** Only the ledger still needs the update, in one call. */
const isPlainSale = (one: Pending): boolean =>
  isSale(one) && one.effect.claim_action === 'keep' && !one.effect.also_release;

/** `stale`: effects for which the ledger must be rebuilt first. */
async function applyOnce<One extends Pending>(
  ports: SweepPorts,
  pending: readonly One[],
  failures: Failures,
): Promise<{ applied: One[]; stale: One[] }> {
  const sales = pending.filter(isSale);
  const confirmed = new Set(await confirmSlots(ports, sales, failures));
  const stale: One[] = [];
  const due = pending.filter((one) => !isSale(one) || confirmed.has(one));
  const worked = await eachSeparately(failures, due, {
    what: 'applying a pending effect',
    idOf: ({ id }) => id,
    atOnce: due.every(isPlainSale) ? SALES_AT_ONCE : 1,
    async act(one) {
      const apply = isSale(one) ? applyToClaimsAndCaps : applyEffect;
      if (!(await apply(ports, one.id, one.effect))) stale.push(one);
    },
  });
  return { applied: worked.filter((one) => !stale.includes(one)), stale };
}

/** Confirms the slots of these sales with one command. Returns the sales of which it is done. Throws on an outage. */
const confirmSlots = <One extends Pending>(
  { searches }: EffectPorts,
  sales: readonly One[],
  failures: Failures,
): Promise<One[]> =>
  bisectOnFailure(failures, sales, {
    what: 'confirming a slot',
    act: (some) =>
      searches.confirmSlots(
        some.flatMap(({ id, effect: { search_id, submission } }) =>
          search_id === undefined ? [] : [{ search: search_id, lead: id, submission }],
        ),
      ),
  });

/** Applies a pending effect to the claims and the reservations. */
async function applyToClaimsAndCaps(
  ports: EffectPorts,
  lead: string,
  effect: ReservationEffect,
): Promise<boolean> {
  if (effect.claim_action === 'release') await ports.claims.release(effect.keys, lead, effect.submission);
  if (effect.claim_action === 'renew')
    await ports.claims.renew(effect.keys, lead, effect.submission, effect.since);
  // Without a reservation point, the lead never asked the ledger for a reservation.
  if (!effect.intent_at) return true;
  return applyToCaps(ports, reservationIdOf(lead, effect.submission), effect, effect.intent_at);
}

/**
 * Confirms or releases the reservations in the cap buckets of the buyer, offer and campaign that the lead had at the
 * time. A confirmed reservation is no longer in the reserved set. So the release of the other buckets takes nothing from
 * a window that is in both lists.
 */
async function applyToCaps(
  { ledger, catalogue: source }: EffectPorts,
  reservationId: string,
  effect: ReservationEffect,
  at: Date,
): Promise<boolean> {
  const catalogue = source.current();
  const counted = countedCaps(catalogue);
  const buckets = bucketsAt(catalogue, effect, { ...effect, at });
  if ((await ledger[effect.what](reservationId, buckets, counted)) !== 'done') return false;
  if (!effect.also_release) return true;
  return (
    (await ledger.release(reservationId, bucketsAtAll(catalogue, effect, effect.also_release), counted)) ===
    'done'
  );
}

/**
 * Applies and clears the release of a lead that just ended at once, because another lead may be waiting for it. An
 * acceptance keeps what it reserved, and that counts either way, so the sweeper confirms it when it clears hundreds of
 * effects in one command (ADR 1). An effect that fails stays pending.
 */
export async function applyReleaseNow(
  ports: EffectPorts & Pick<WorkPorts, 'leads' | 'log'>,
  lead: Pick<LeadRecord, 'id'>,
  effect: ReservationEffect,
): Promise<void> {
  if (effect.what === 'confirm') return;
  try {
    if (await applyEffect(ports, lead.id, effect))
      await ports.leads.clearPending([{ id: lead.id, effects: [nameOfEffect(effect)] }]);
  } catch (error) {
    ports.log.warn(
      { err: error, lead_id: lead.id },
      'a pending effect could not be applied; the sweeper will retry',
    );
  }
}

async function applyToSlot(
  { searches }: EffectPorts,
  lead: string,
  effect: ReservationEffect,
): Promise<void> {
  const { search_id, submission, what } = effect;
  if (search_id === undefined) return;
  if (what === 'confirm') await searches.confirmSlots([{ search: search_id, lead, submission }]);
  else await searches.releaseSlot(search_id, lead, submission);
}

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
