import type { CampaignOffer } from '../../core/catalogue/types.js';
import type { Subject } from '../../core/checks/check.js';
import { isHolderOver, standingOf, windowStart } from '../../core/duplicates/claim-status.js';
import type { ClaimRequest } from '../ports/claim-store.js';
import type { Holder } from '../../core/duplicates/claim-owner.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { WorkPorts } from '../ports/work-ports.js';
import { payDebt } from './apply-effects.js';

/** Tries to take identities that others give back at the same moment. */
const MOST_TRIES = 3;

interface Claiming {
  readonly lead: LeadRecord;
  readonly line: CampaignOffer;
  readonly subject: Subject;
}

/**
 * Takes a lead's claims. Only somebody in the way costs more than one command: his lead is read. What was claimed
 * before the window is in the way, too, until its lead is known to be over.
 */
export async function takeClaims(
  ports: WorkPorts,
  { lead, line, subject }: Claiming,
): Promise<readonly Holder[] | 'wait'> {
  const { offer } = line;
  const holder: Holder = {
    lead: lead.id,
    affiliate: lead.affiliate_id,
    round: lead.round,
    offer: offer.id,
    buyer: offer.buyer.id,
    at: subject.now,
  };
  const over = new Set<string>();
  const { identities } = lead;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const request: ClaimRequest = {
      ...{ identities, policy: offer.duplicates, holder, now: subject.now },
      ...{ over: [...over], run: lead.runs },
    };
    const taken = await ports.claims.take(request);
    if (taken.won) return [];
    const met = await lookAt(ports, taken.holders, request);
    if (met.sold) return [met.sold];
    if (met.wait) return 'wait';
    for (const id of met.over) over.add(id);
  }
  return 'wait';
}

/**
 * Whoever waits for another holds nothing that the other may wait for: two that took under a narrower policy, or were stopped
 * while they took, would wait for each other for ever. A later run's claims are not this one's to give back. A lead that a buyer has had keeps its own,
 * also where that said "try again": it may call back.
 */
export async function giveWay(
  { claims }: Pick<WorkPorts, 'claims'>,
  { id, round, runs: run, identities, attempts }: LeadRecord,
): Promise<void> {
  const keys = identities.map(({ key }) => key);
  const isHad = attempts.some((one) => one.round === round && one.outcome !== 'never_sent');
  if (!isHad) await claims.giveBack(keys, { lead: id, round, run });
}

interface Met {
  readonly sold?: Holder;
  readonly wait: boolean;
  readonly over: readonly string[];
}

/** Reads the holders' leads; debts of those that keep no claim any more are paid on the way. */
async function lookAt(ports: WorkPorts, holders: readonly Holder[], request: ClaimRequest): Promise<Met> {
  const since = windowStart(request.policy, request.now);
  const keys = request.identities.map(({ key }) => key);
  const leads = new Map(
    (await ports.leads.readMany(holders.map(({ lead }) => lead))).map((lead) => [lead.id, lead]),
  );
  const over: string[] = [];
  let wait = false;
  for (const holder of holders) {
    const lead = leads.get(holder.lead);
    if (holder.at <= since && isHolderOver(holder, lead)) {
      over.push(holder.lead);
      continue;
    }
    const standing = standingOf(holder, lead);
    if (standing === 'sold') return { sold: holder, wait: false, over };
    if (standing === 'wait') wait = true;
    else if (lead) await payHolder(ports, lead, holder, keys);
  }
  return { wait, over };
}

async function payHolder(
  ports: WorkPorts,
  lead: LeadRecord,
  holder: Holder,
  keys: readonly string[],
): Promise<void> {
  const debts = lead.debts.filter(({ round }) => round === holder.round);
  for (const debt of debts) await payDebt(ports, lead.id, debt);
  // A worker that slept may have claimed for a lead that had ended: nobody owes it, so it is taken away here, from the
  // identities that are asked for; the holder's own may be others by now.
  if (debts.length === 0) await ports.claims.release(keys, lead.id, holder.round);
}
