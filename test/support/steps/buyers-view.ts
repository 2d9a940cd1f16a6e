import { isOpen } from '../../../src/core/catalogue/opening-hours.js';
import { isFinal } from '../../../src/core/lead/lead-states.js';
import type { Catalogue } from '../../../src/core/catalogue/types.js';
import type { Sale, Sent } from './recording-buyers.js';
import type { World } from './world.js';

/** Claims are evaluated a moment before the request leaves. */
const EDGE_MS = 120_000;
const DAY_MS = 86_400_000;
/** Where a lead counts moves with each quarter of an hour, where it then differs. */
const QUARTER_MS = 900_000;
/**
 * A request is evaluated by a catalogue of which its process may learn 5 s late, up to 30 s (the lease) before its attempt is
 * stored, and leaves within 20 s after that.
 */
const JUDGED_WITHIN_MS = 55_000;

/** Our records against what the buyers got and took. */
export const buyersView = (world: World): string[] => [
  ...soldTwice(world),
  ...soldOtherwise(world),
  ...countedElsewhere(world),
  ...world.received.flatMap((sent) => sentWrongly(sent, world)),
];

function soldTwice(world: World): string[] {
  const { sales } = world;
  return sales.flatMap((later, i) =>
    sales
      .slice(0, i)
      .filter((earlier) => conflict(earlier, later, world))
      .map((earlier) => `${later.lead_id} was sold though ${earlier.lead_id} had been`),
  );
}

/** The later one's policy decides, and where it was asked for before the earlier one was sold both must forbid it. */
function conflict(earlier: Sale, later: Sale, world: World): boolean {
  if (later.lead_id === earlier.lead_id) return true;
  const asked = world.leads.all.get(later.lead_id)?.received_at;
  const isAfter = asked !== undefined && earlier.at < asked;
  return excludes(earlier, later, world) && (isAfter || excludes(later, earlier, world));
}

function excludes(one: Sale, other: Sale, { catalogues }: World): boolean {
  const policy = catalogues.current().offers.get(other.offer_id)?.duplicates;
  if (!policy) return false;
  const isSame = policy.match.some((kind) => {
    const [a, b] = [one.person[kind as 'email'], other.person[kind as 'email']];
    return a !== '' && a === b;
  });
  const inScope =
    policy.scope === 'service' ||
    (policy.scope === 'buyer' ? one.buyer_id === other.buyer_id : one.offer_id === other.offer_id);
  return isSame && inScope && apart(one.at, other.at) < policy.window_days * DAY_MS - EDGE_MS;
}

function soldOtherwise({ leads, sales }: World): string[] {
  const sold = new Set(sales.map(({ lead_id }) => lead_id));
  return [...leads.all.values()].flatMap(({ id, state }) => [
    ...(state === 'accepted' && !sold.has(id) ? [`${id} is accepted and no buyer has it`] : []),
    ...(isFinal(state) && state !== 'accepted' && sold.has(id)
      ? [`${id} is ${state} and a buyer took it`]
      : []),
  ]);
}

/**
 * A sale whose answer nobody heard counts where its attempt was made, however often it was repeated later. (Where an
 * earlier one was not heard either, nobody can tell which of them it was.)
 */
function countedElsewhere({ leads, sales }: World): string[] {
  return sales.flatMap(({ lead_id, at }) => {
    const lead = leads.all.get(lead_id);
    if (lead?.state !== 'accepted' || !lead.intent) return [];
    const unheard = lead.attempts.find(
      ({ submission, outcome }) => submission === lead.submission && outcome === 'unknown',
    );
    if (!unheard || apart(unheard.at, at) > JUDGED_WITHIN_MS) return [];
    const counted = (lead.intent.sold ?? lead.intent).at;
    const isThere = apart(counted, at) <= QUARTER_MS + JUDGED_WITHIN_MS;
    return isThere
      ? []
      : [`${lead_id} was sold at ${at.toISOString()} and counts at ${counted.toISOString()}`];
  });
}

const apart = (a: Date, b: Date): number => Math.abs(a.getTime() - b.getTime());

/** What no version of the catalogue allowed that its worker may have evaluated by, or nobody consented to. */
function sentWrongly(sent: Sent, { catalogues, leads }: World): string[] {
  const { lead_id, at } = sent;
  const from = new Date(at.getTime() - JUDGED_WITHIN_MS);
  const versions = catalogues.versions.filter(
    (version, i) => version.at <= at && (catalogues.versions[i + 1]?.at ?? at) >= from,
  );
  const lead = leads.all.get(lead_id);
  const program = lead?.consent.decision === true ? [] : [`${lead_id} was sent without consent`];
  const isAllowed = versions.some(({ catalogue }) =>
    [from, at].some((when) => allows(catalogue, sent, when)),
  );
  return isAllowed ? program : [...program, `${lead_id} was sent at ${at.toISOString()} by an old catalogue`];
}

function allows({ offers }: Catalogue, { offer_id, buyer_id }: Sent, at: Date): boolean {
  const offer = offers.get(offer_id);
  return offer?.status === 'active' && offer.buyer.id === buyer_id && isOpen(offer.buyer, at);
}
