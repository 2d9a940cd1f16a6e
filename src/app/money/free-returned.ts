import { bucketsAt, countedCaps } from '../../core/caps/cap-buckets.js';
import { givenBackUnit, regainId, soldPoint } from '../../core/caps/given-back.js';
import { isOpenAt, type CapBucket } from '../../core/caps/windows.js';
import { EFFECT_GRACE_MS } from '../../core/delivery/lease-times.js';
import type { ReturnEffect } from '../../core/lead/lead-return.js';
import { regainedAs, releasedUpTo } from '../../core/money/returned-claims.js';
import { undoneChange, type Had } from '../../core/money/undo-return.js';
import type { ApplyEffects, PendingOf } from '../apply-pending.js';
import type { OwingLead } from '../ports/lead-store.js';
import { askLedger } from '../caps/ask-ledger.js';
import type { WorkPorts } from '../ports/work-ports.js';
import { eachSeparately } from '../each-separately.js';

export type ReturnEffectPorts = Pick<
  WorkPorts,
  'leads' | 'claims' | 'ledger' | 'rebuildLedger' | 'catalogue' | 'returns' | 'clock' | 'log'
>;

/**
 * Applies the effects of returns, and undoes the returns that have to regain something first. What a return gives back is
 * free at once: giving it back twice, or late, changes nothing. Regaining waits, because two who regain at once may hold a
 * place twice until the next count.
 */
export const applyReturnEffects: ApplyEffects<'return', ReturnEffectPorts> = async (
  ports,
  pending,
  failures,
) => {
  const before = new Date(ports.clock().getTime() - EFFECT_GRACE_MS);
  const applied: PendingOf<'return'>[] = [];
  // What follows on the same lead is left to the next sweep, with the lead as it then is.
  const waiting = new Set<string>();
  await eachSeparately(failures, pending, {
    what: 'applying the effects of a return',
    idOf: ({ id }) => id,
    async act(one) {
      const { id, lead, effect } = one;
      if (waiting.has(id) || (effect.what === 'undo' && effect.since >= before)) return;
      waiting.add(id);
      const isApplied =
        effect.what === 'return'
          ? await applyReturn(ports, lead, effect.number)
          : await applyUndo(ports, lead, effect);
      if (!isApplied) return;
      waiting.delete(id);
      applied.push(one);
    },
  });
  return applied;
};

/** Releases the claims and gives back the place, as the return says. False: the ledger must be rebuilt first. */
async function applyReturn(ports: ReturnEffectPorts, lead: OwingLead, n: number): Promise<boolean> {
  const returned = lead.returns?.[n];
  if (returned?.claim_released) {
    const keys = lead.identities.map(({ key }) => key);
    await ports.claims.release(keys, lead.id, lead.submission, releasedUpTo(lead, n));
  }
  if (!returned?.place_given_back) return true;
  const place = givenBackUnit(lead, n);
  const buckets = bucketsOpenAt(ports, lead, returned.at);
  const give = () => ports.ledger.giveBack(place, buckets, counted(ports));
  return (await askLedger(ports, give)) === 'done';
}

type Undo = Extract<ReturnEffect, { what: 'undo' }>;

/** Undoes a return, after it took back what it can. Then confirms the place. False: it is not over yet. */
async function applyUndo(ports: ReturnEffectPorts, lead: OwingLead, effect: Undo): Promise<boolean> {
  const { number } = effect;
  const returned = lead.returns?.[number];
  if (!returned) return true;
  const { at = ports.clock() } = returned.undone ?? {};
  const buckets = bucketsOpenAt(ports, lead, at);
  const place = regainId(lead.id, number);
  if (!returned.undone) {
    const regain = () => ports.ledger.regain(place, buckets, counted(ports));
    if (returned.place_given_back && (await askLedger(ports, regain)) === 'stale') return false;
    const had: Had = {
      ...(returned.claim_released ? { claim_regained: await regainClaims(ports, lead, number) } : {}),
      ...(returned.place_given_back ? { place_regained: true } : {}),
    };
    const { when, change } = undoneChange(lead, effect, at, had);
    if (!(await ports.leads.transition(when, change))) return false;
    if (returned.share !== undefined) await ports.returns.giveBack(returned.share);
  }
  if (!returned.place_given_back) return true;
  const confirm = () => ports.ledger.confirm(place, buckets, counted(ports));
  return (await askLedger(ports, confirm)) === 'done';
}

/**
 * Claims the person again, from the moment of the sale. False: another lead has the person by now, or nothing tells any
 * more who it was.
 */
async function regainClaims(
  { claims, catalogue, clock }: ReturnEffectPorts,
  lead: OwingLead,
  n: number,
): Promise<boolean> {
  const offer = catalogue.current().offers.get(lead.offer_id);
  const { identities, submission, decision } = lead;
  if (!offer || identities.length === 0) return false;
  const now = clock();
  const owner = {
    ...{ lead: lead.id, affiliate: lead.affiliate_id, submission, offer: offer.id },
    ...{ buyer: soldPoint(lead)?.buyer_id ?? offer.buyer.id, at: decision?.at ?? now },
  };
  const request = { identities, policy: offer.duplicates, owner, now, run: regainedAs(lead, n) };
  return (await claims.take(request)).won;
}

/** The cap buckets that count the lead and were open at a moment. */
function bucketsOpenAt({ catalogue }: ReturnEffectPorts, lead: OwingLead, at: Date): CapBucket[] {
  const moment = soldPoint(lead);
  if (!moment) return [];
  return bucketsAt(catalogue.current(), lead, moment).filter((bucket) => isOpenAt(bucket, at));
}

const counted = ({ catalogue }: ReturnEffectPorts) => countedCaps(catalogue.current());
