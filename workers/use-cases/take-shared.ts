import { memberOf } from '../../src/core/caps/member.js';
import { placesFor, samePlaces } from '../../src/core/caps/places.js';
import type { CampaignOffer, Campaign, Cap } from '../../src/core/catalogue/types.js';
import type { Gather } from '../../src/core/checks/index.js';
import type { Subject } from '../../src/core/checks/check.js';
import { standingOf } from '../../src/core/duplicates.js';
import type { Holder } from '../../src/core/ports/claim-store.js';
import type { CountedCaps, Place } from '../../src/core/ports/ledger.js';
import { slotRefusal } from '../../src/core/exclusivity.js';
import type { Intent, LeadRecord } from '../../src/core/records/lead-record.js';
import type { Slot } from '../../src/core/records/search-record.js';
import type { WorkPorts } from '../work-ports.js';
import { isLapsed } from './judge-anew.js';
import { payDebt } from './pay-debts.js';

/** Tries to take a record that others give back at the same moment. */
const MOST_TRIES = 3;

export interface Taking {
  readonly lead: LeadRecord;
  readonly subject: Subject;
  readonly campaign: Campaign;
  readonly line: CampaignOffer;
  /** Of the catalogue that campaign and line are of, which may have been replaced since. */
  readonly counted: CountedCaps;
  /** When the request leaves, or is due to leave: its windows are the ones that count. */
  readonly leaves_at: Date;
}

export interface SharedGather extends Gather {
  /** The lead as it stands after taking: its intent may have moved to other windows. */
  readonly lead: () => LeadRecord;
}

/**
 * Takes what a lead needs before it may be sent: its slot in the search, its claims, its places. What cannot be
 * taken is told as facts for the checks. Taking again in the same round changes nothing.
 */
export function takeShared(ports: WorkPorts, taking: Taking): SharedGather {
  let { lead } = taking;
  /** Nothing is taken by what was judged too long ago: a cap may have been lowered since. */
  const inTime = <T>(take: () => Promise<T>): Promise<T | 'wait'> =>
    isLapsed(lead, ports.clock()) ? Promise.resolve('wait') : take();
  return {
    slots: () => inTime(() => takeSlot(ports, taking)),
    holders: () => inTime(() => takeClaims(ports, taking)),
    full: () =>
      inTime(() =>
        takePlaces(ports, taking, (intent) => {
          lead = { ...lead, intent };
        }),
      ),
    lead: () => lead,
  };
}

async function takeSlot(
  { searches }: WorkPorts,
  { lead, line, campaign }: Taking,
): Promise<readonly Slot[] | 'wait'> {
  if (lead.search_id === undefined) return [];
  const { id, round, offer_id } = lead;
  const { offer_type } = line.offer;
  const limit = campaign.max_accepted_submissions;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const taken = await searches.takeSlot(
      lead.search_id,
      { lead: id, round, offer_id, offer_type, state: 'reserved' },
      limit,
    );
    if (taken.won) return [];
    // What was in the way may have been given back before it was read.
    if (slotRefusal(offer_type, taken.slots, limit)) return taken.slots;
  }
  return 'wait';
}

async function takeClaims(
  ports: WorkPorts,
  { lead, line, subject }: Taking,
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
  const keys = lead.identities.map(({ key }) => key);
  const request = { identities: lead.identities, policy: offer.duplicates, holder, now: subject.now };
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const taken = await ports.claims.take(request);
    if (taken.won) return [];
    const held = await lookAt(ports, taken.holders, keys);
    if (held.sold) return [held.sold];
    if (held.wait) return 'wait';
  }
  return 'wait';
}

/** Reads the holders' leads; debts of those that keep no claim any more are paid on the way. */
async function lookAt(
  ports: WorkPorts,
  holders: readonly Holder[],
  keys: readonly string[],
): Promise<{ sold?: Holder; wait: boolean }> {
  const leads = new Map(
    (await ports.leads.readMany(holders.map(({ lead }) => lead))).map((lead) => [lead.id, lead]),
  );
  let wait = false;
  for (const holder of holders) {
    const lead = leads.get(holder.lead);
    const standing = standingOf(holder, lead);
    if (standing === 'sold') return { sold: holder, wait: false };
    if (standing === 'wait') wait = true;
    else if (lead) await payHolder(ports, lead, holder, keys);
  }
  return { wait };
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

async function takePlaces(
  ports: WorkPorts,
  taking: Taking,
  moveTo: (intent: Intent) => void,
): Promise<readonly Cap[] | 'wait'> {
  const { lead, leaves_at, counted } = taking;
  const to = placesAt(taking, leaves_at);
  const intended = lead.intent ? placesAt(taking, lead.intent.at) : to;
  const moved = !samePlaces(intended, to);
  if (moved && !(await moveIntent(ports, lead, leaves_at))) return 'wait';
  const member = memberOf(lead.id, lead.round);
  const reserve = () =>
    moved ? ports.ledger.move(member, intended, to, counted) : ports.ledger.reserve(member, to, counted);
  let reserved = await reserve();
  if (reserved.outcome === 'stale' && (await ports.rebuildLedger())) reserved = await reserve();
  if (reserved.outcome === 'stale') return 'wait';
  if (reserved.outcome === 'reserved') {
    if (moved) moveTo({ at: leaves_at, round: lead.round });
    return [];
  }
  const { cap_id } = reserved;
  return to.map(({ cap }) => cap).filter(({ id }) => id === cap_id);
}

const placesAt = ({ campaign, line, subject }: Taking, at: Date): Place[] =>
  placesFor({ campaign, line, program: subject.program }, at);

/** The intent is stored before the ledger is asked, so that a rebuild counts the right windows. */
async function moveIntent({ leads, clock }: WorkPorts, lead: LeadRecord, at: Date): Promise<boolean> {
  const { id, round, runs, due_at } = lead;
  const when = { id, round, runs, states: ['working'], leased_at: clock() } as const;
  return leads.transition(when, {
    state: 'working',
    due_at: due_at ?? null,
    intent: { at, round },
    entries: [],
  });
}
