import { reservationIdOf } from '../../core/caps/reservation-id.js';
import { isElsewhere, momentsOf, movedIntent } from '../../core/caps/moments.js';
import { bucketNameOf, bucketsAt, bucketsAtAll } from '../../core/caps/cap-buckets.js';
import { countedCaps } from '../../core/caps/counted-caps.js';
import type { CampaignOffer, Campaign, Cap, Catalogue } from '../../core/catalogue/types.js';
import type { Gather } from '../../core/checks/index.js';
import type { Subject } from '../../core/checks/check.js';
import { slotRefusal } from '../../core/exclusivity/slots.js';
import type { Intent, LeadRecord } from '../../core/lead/lead-record.js';
import type { Slot } from '../../core/search/search-record.js';
import type { WorkPorts } from '../ports/work-ports.js';
import { isLapsed } from './evaluate-again.js';
import { reserveClaims } from './reserve-claims.js';

/** Tries to take a record that others give back at the same moment. */
const MAX_TRIES = 3;

export interface Taking {
  readonly lead: LeadRecord;
  readonly subject: Subject;
  readonly campaign: Campaign;
  readonly campaign_offer: CampaignOffer;
  /** Which campaign and line are of; it may have been replaced since. */
  readonly catalogue: Catalogue;
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
    holders: () => inTime(() => reserveClaims(ports, taking)),
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
  { lead, campaign_offer: campaignOffer, campaign }: Taking,
): Promise<readonly Slot[] | 'wait'> {
  if (lead.search_id === undefined) return [];
  const { id, round, offer_id } = lead;
  const { offer_type } = campaignOffer.offer;
  const limit = campaign.max_accepted_submissions;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
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
  const { lead, catalogue } = taking;
  const intent = intentOf(taking);
  const isMoved = intent !== lead.intent;
  if (isMoved && !(await storeIntent(ports, lead, intent))) return 'wait';
  const to = bucketsAt(catalogue, lead, intent);
  const kept = new Set(bucketsAtAll(catalogue, lead, intent.kept ?? []).map(bucketNameOf));
  const from = isMoved && lead.intent ? bucketsAtAll(catalogue, lead, momentsOf(lead.intent)) : [];
  const left = from.filter((bucket) => !kept.has(bucketNameOf(bucket)));
  const reservationId = reservationIdOf(lead.id, lead.round);
  const counted = countedCaps(catalogue);
  const reserve = () =>
    isMoved
      ? ports.ledger.move(reservationId, left, to, counted)
      : ports.ledger.reserve(reservationId, to, counted);
  let reserved = await reserve();
  if (reserved.outcome === 'stale' && (await ports.rebuildLedger())) reserved = await reserve();
  if (reserved.outcome === 'stale') return 'wait';
  if (reserved.outcome === 'reserved') {
    if (isMoved) moveTo(intent);
    return [];
  }
  // A lead that the buyer may have goes on without a place here. Any other is refused, and gives back what it had.
  if (isMoved && intent.kept) moveTo({ ...intent, untaken: true });
  const { cap_id } = reserved;
  return to.map(({ cap }) => cap).filter(({ id }) => id === cap_id);
}

/** The lead's own intent where it holds for this taking: the same buyer, and no other window by any cap. */
function intentOf({ lead, campaign_offer: campaignOffer, leaves_at }: Taking): Intent {
  const { intent } = lead;
  const buyer_id = campaignOffer.offer.buyer.id;
  const holds =
    intent !== undefined &&
    !intent.untaken &&
    intent.buyer_id === buyer_id &&
    !isElsewhere(intent, leaves_at);
  return holds ? intent : movedIntent(lead, { at: leaves_at, buyer_id });
}

/** The intent is stored before the ledger is asked, so that a rebuild counts the right windows. */
async function storeIntent({ leads, clock }: WorkPorts, lead: LeadRecord, intent: Intent): Promise<boolean> {
  const { id, round, runs, due_at } = lead;
  const when = { id, round, runs, states: ['working'], leased_at: clock() } as const;
  return leads.transition(when, { state: 'working', due_at: due_at ?? null, intent, entries: [] });
}
