import type { Played } from '../play.js';
import { productIn } from '../story/catalogue.js';
import { AFFILIATES, ZONE } from '../story/parties.js';
import type { PlannedLead } from '../story/planned-lead.js';
import { dayIn } from '../tally.js';
import type { HistoryCalendar } from './calendar-until.js';
import { buyerOf, SILENT, SLOW, type Incidents } from './incidents.js';
import { CHANGED_OFFER, nameOf, productName, type Caps } from './scenery.js';
import { DANA } from './staff.js';

interface Facts {
  readonly calendar: HistoryCalendar;
  readonly incidents: Incidents;
  readonly caps: Caps;
  readonly played: Played;
}

/**
 * The right answers to the five tasks of a new operator, by the story's own books: nothing is read from what the product
 * stored.
 */
export function answersOf({ calendar, incidents, caps, played }: Facts) {
  const { refused, unknown, leads } = incidents;
  const { closed, slow_since, chapters } = calendar;
  const product = productIn(refused.chapter, refused.product);
  return {
    zone: ZONE,
    refused_lead: {
      ...{ id: refused.id, email: refused.person?.email, at: refused.at },
      ...{ offer: productName(product), buyer: nameOf(product.buyer), code: 'NOT_ELIGIBLE' },
      why: 'the offer takes people of WI and IL, and this person lives in NY (address.state); no buyer was asked',
    },
    slow_buyer: {
      ...{ handle: SLOW, name: nameOf(SLOW), since: slow_since },
      ...halfAnswered(leads, slow_since),
    },
    unknown_leads: {
      ...{ buyer: SILENT, name: nameOf(SILENT), count: unknown.length },
      ...{ ids: unknown.map(({ id }) => id), settle_as: 'accepted' },
    },
    margin_by_affiliate: {
      month: closed.month,
      cents: Object.fromEntries(
        AFFILIATES.map((handle) => [handle, marginOf(played, handle, closed.month)] as const),
      ),
    },
    changed_cap: {
      ...{ offer: CHANGED_OFFER, window: 'day', from: caps.before, to: caps.after },
      ...{ by: DANA, at: chapters.find(([chapter]) => chapter === 'capped')?.[1] },
    },
  };
}
export type Answers = ReturnType<typeof answersOf>;

function marginOf({ storyteller }: Played, affiliate: string, month: string): number {
  const { revenue, payout } = storyteller.earned.get(`${affiliate} ${month}`) ?? { revenue: 0, payout: 0 };
  return revenue - payout;
}

/** Within how many ms half of the slow buyer's answers came, before and since. */
function halfAnswered(leads: readonly PlannedLead[], since: Date) {
  const of = (isSince: boolean): number | undefined => {
    const all = leads
      .filter(
        (lead) => buyerOf(lead) === SLOW && lead.fate.is !== 'ineligible' && lead.at >= since === isSince,
      )
      .map(({ took_ms = 0 }) => took_ms)
      .sort((a, b) => a - b);
    return all[Math.floor(all.length / 2)];
  };
  return { p50_ms_before: of(false), p50_ms_since: of(true) };
}

/** The tasks, as a person who is tried gets them. */
export const tasksOf = ({ refused_lead, changed_cap, unknown_leads, margin_by_affiliate }: Answers): string =>
  [
    'You are an operator, and begin on the page *Now*.',
    '',
    `1. An affiliate asks about ${refused_lead.email ?? ''} (lead ${refused_lead.id}). Why was this lead refused?`,
    `2. Which buyer is slow since Friday (${dayIn(ZONE, new Date())} is today)?`,
    `3. Settle what is unknown at ${unknown_leads.name}. They say on the phone that they have all of these leads.`,
    `4. What was the margin of last month (${margin_by_affiliate.month}), by affiliate?`,
    `5. Who changed the daily cap of the offer ${changed_cap.offer.toUpperCase()}, and from what to what?`,
    '',
  ].join('\n');
