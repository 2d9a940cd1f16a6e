import { seeded } from '../../../chaos/plan/random.js';
import { productIn } from '../story/catalogue.js';
import { HOUR_MS } from '../story/calendar.js';
import type { Buyer } from '../story/parties.js';
import type { PlannedLead } from '../story/planned-lead.js';
import type { HistoryCalendar } from './calendar-until.js';
import { personOf, REASONS } from './people.js';

export const SLOW: Buyer = 'harbor';
export const SILENT: Buyer = 'summit';

/** Half of a buyer's answers come within this time. */
const USUAL_MS: Readonly<Record<Buyer, number>> = { lakeshore: 620, summit: 380, harbor: 540 };
const SLOW_FACTOR = 9;
/** A time-out of Summit's answers. */
const TIMEOUT_MS = 10_000;

const UNKNOWN_LEADS = 6;
const HOURS_AGO = 3;

/** A lead that many will ask about. */
const ASKED_ABOUT = { first_name: 'Robin', last_name: 'Hale', email: 'robin.hale@example.com' };

export interface Incidents {
  /** All leads, as the incidents leave them. */
  readonly leads: readonly PlannedLead[];
  /** Refused by an eligibility rule. */
  readonly refused: PlannedLead;
  /** The only ones of which nobody knows whether the buyer has them. */
  readonly unknown: readonly PlannedLead[];
}

export const buyerOf = ({ chapter, product }: PlannedLead): Buyer => productIn(chapter, product).buyer;

/** Puts the known incidents among drawn leads. */
export function plantIncidents(
  drawn: readonly PlannedLead[],
  seed: number,
  calendar: HistoryCalendar,
): Incidents {
  const leads = drawn.map((lead) => lived(lead, seed, calendar));
  const some = leads.filter(({ at }) => at.getTime() < calendar.end.getTime() - HOURS_AGO * HOUR_MS);
  // A time-out is an outage if it lasts: no other lead of Summit comes between these.
  const lost = some.filter((lead) => buyerOf(lead) === SILENT).slice(-UNKNOWN_LEADS);
  const asked = some.filter((lead) => buyerOf(lead) === 'lakeshore').at(-1);
  if (!asked || lost.length < UNKNOWN_LEADS) throw new Error('too few leads for the incidents');
  const refused: PlannedLead = { ...asked, fate: { is: 'ineligible' }, person: ASKED_ABOUT };
  const never = new Date(calendar.end.getTime() + 1_000 * HOUR_MS);
  const unknown = lost.map((lead): PlannedLead => ({
    ...lead,
    fate: { is: 'lost', verdict: 'accepted', at: never },
    took_ms: TIMEOUT_MS,
  }));
  const changed = new Map([refused, ...unknown].map((lead) => [lead.n, lead]));
  return { refused, unknown, leads: leads.map((lead) => changed.get(lead.n) ?? lead) };
}

/** Buyers that answer "later" decide within a day, or the lead would be unknown too. */
const UNDECIDED_MS = 20 * HOUR_MS;

/** What becomes of a lead, if it would otherwise stay unknown. */
function decidedBy(end: Date, { fate, at }: PlannedLead): PlannedLead['fate'] {
  if ((fate.is !== 'lost' && fate.is !== 'later') || fate.at < end) return fate;
  if (fate.is === 'later' && end.getTime() - at.getTime() < UNDECIDED_MS) return fate;
  return { is: fate.verdict === 'accepted' ? 'accepted' : 'refused' };
}

/** A lead with a person, an answer that takes time, and no unknown outcome that nobody settles. */
function lived(lead: PlannedLead, seed: number, { end, slow_since }: HistoryCalendar): PlannedLead {
  const random = seeded(seed + lead.n, 'answers of the history');
  const buyer = buyerOf(lead);
  const isSlow = buyer === SLOW && lead.at >= slow_since;
  // Between a half and twice the usual time; rarely three times.
  const spread = 2 ** (random.next() * 2 - 1) * (random.chance(0.03) ? 1.5 : 1);
  const took_ms = Math.min(
    TIMEOUT_MS - 500,
    Math.round(USUAL_MS[buyer] * spread * (isSlow ? SLOW_FACTOR : 1)),
  );
  const fate = decidedBy(end, lead);
  return {
    ...{ ...lead, fate, person: personOf(lead, seed) },
    // People tell leads apart by the beginning of their ids.
    id: lead.id.replace(
      /^.{8}/,
      Math.floor(random.next() * 2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    ),
    took_ms: fate.is === 'lost' ? TIMEOUT_MS : took_ms,
    ...(random.chance(0.6) ? { searches: random.chance(0.25) ? 2 : 1 } : {}),
    ...(fate.is === 'refused' ? { reason: random.pick(REASONS) } : {}),
  };
}
