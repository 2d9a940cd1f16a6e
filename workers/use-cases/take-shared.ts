import { memberOf } from '../../src/core/caps/member.js';
import { placesFor, samePlaces } from '../../src/core/caps/places.js';
import type { CampaignOffer, Campaign, Cap } from '../../src/core/catalogue/types.js';
import type { Gather } from '../../src/core/checks/index.js';
import type { Subject } from '../../src/core/checks/check.js';
import type { CountedCaps, Place } from '../../src/core/ports/ledger.js';
import { slotRefusal } from '../../src/core/exclusivity.js';
import type { Intent, LeadRecord } from '../../src/core/records/lead-record.js';
import type { Slot } from '../../src/core/records/search-record.js';
import type { WorkPorts } from '../work-ports.js';
import { isLapsed } from './judge-anew.js';
import { takeClaims } from './take-claims.js';

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
