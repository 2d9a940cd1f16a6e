import { seeded } from '../../../chaos/plan/random.js';
import type { Dated, ReturnAct } from './acts.js';
import { chapterAt, DAY_MS, dayOf, HOUR_MS, type Calendar } from './calendar.js';
import { productIn } from './catalogue.js';
import { PRODUCTS, REASON_CODES } from './parties.js';
import { acceptedAt, bargainOf, type PlannedLead } from './planned-lead.js';

const later = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);
const isMba = ({ product }: PlannedLead): boolean => PRODUCTS[product]?.own_returns !== undefined;

/** Lakeshore's days for a return, and its last try to send back much more than its share. */
const WITHIN_DAYS = 14;
const GREEDY_DAY = 25;
const TOO_LATE_DAY = 23;

/** The returns: those within the rules, those that are undone, late ones, and more than the share. */
export function planReturns(seed: number, leads: readonly PlannedLead[], calendar: Calendar): Dated[] {
  const [greedyAt, tooLateAt] = [dayOf(calendar, GREEDY_DAY), dayOf(calendar, TOO_LATE_DAY)];
  const random = seeded(seed, 'a month of returns');
  const acts: Dated[] = [];
  const late: PlannedLead[] = [];
  let requests = 0;
  for (const lead of leads) {
    const sold = acceptedAt(lead);
    const { buyer } = bargainOf(lead);
    const draw = random.next();
    const days = random.between(1, 10) + random.next();
    const drawn = random.pick(REASON_CODES);
    const through = random.chance(0.5) ? 'callback' : 'operator';
    const undone = random.next();
    if (!sold || (buyer === 'harbor' && !isMba(lead))) continue;
    const isOld = sold.getTime() + WITHIN_DAYS * DAY_MS < tooLateAt.getTime();
    const at = later(sold, days);
    // No request is open when the story ends.
    const mayBe = buyer === 'summit' && !isMba(lead);
    const isReviewed = mayBe && drawn !== 'bad_phone' && at < later(calendar.end, -5);
    const reason = isReviewed ? 'not_reachable' : mayBe ? 'bad_phone' : drawn;
    const given = { what: 'return', lead, reason } as const;
    if (draw < 0.07) {
      const by = hasMoved(lead, at, calendar) ? 'operator' : through;
      const told = returned({ ...given, through: by }, at, undone, calendar);
      acts.push(...(isReviewed ? reviewed(told, (requests += 1)) : told));
    } else if (buyer === 'lakeshore' && !isMba(lead) && isOld && draw < 0.08) late.push(lead);
    else if (
      buyer === 'lakeshore' &&
      !isMba(lead) &&
      sold < greedyAt &&
      sold >= later(greedyAt, -10) &&
      draw < 0.25
    )
      acts.push([greedyAt, { ...given, through: 'operator' }]);
  }
  return [...acts, ...late.flatMap((lead, i) => tooLate(lead, i, calendar))].filter(
    ([at]) => at < calendar.end,
  );
}

/** Whether the lead's offer has another buyer by then. Its former buyer cannot call back any more. */
export const hasMoved = ({ product, chapter }: PlannedLead, at: Date, calendar: Calendar): boolean =>
  productIn(chapter, product).buyer !== productIn(chapterAt(calendar, at), product).buyer;

/** One return; some are undone a day later, and of those some returned again. */
function returned(act: ReturnAct, at: Date, undone: number, { closed }: Calendar): Dated[] {
  const undo: Dated = [later(at, 1), { what: 'undo', lead: act.lead, why: 'the student was reached' }];
  const again: Dated = [later(at, 1.5), { ...act, through: 'operator' }];
  // Undoing these takes back person and cap place, which is done by the sweeper.
  const share = isMba(act.lead) ? 0.8 : 0.12;
  // The sweeper would undo it after the month's end.
  const isAtMonthEnd = Math.abs(undo[0].getTime() - closed.ends.getTime()) < DAY_MS / 2;
  if (undone >= share || isAtMonthEnd) return [[at, act]];
  return undone < share / 2 ? [[at, act], undo, again] : [[at, act], undo];
}

/** Returns that are requests: one after the other is accepted, declined, and left to its deadline, past which it is declined too. */
function reviewed(told: readonly Dated[], n: number): Dated[] {
  const requests = told.map(([at, act]): Dated => [
    at,
    act.what === 'return' ? { ...act, is_reviewed: true } : act,
  ]);
  // One that is undone was accepted.
  const isAccepted = requests.length > 1 || n % 3 === 1;
  if (!isAccepted && n % 3 === 0) return requests;
  const outcome = isAccepted ? 'accepted' : 'declined';
  return requests.flatMap(([at, act]): Dated[] =>
    act.what === 'return'
      ? [
          [at, act],
          [later(at, 0.4), { what: 'decide_return', lead: act.lead, outcome }],
        ]
      : [[at, act]],
  );
}

/** Refused; the first ones, and every tenth after them, are then returned by an operator who overrides the rule. */
function tooLate(lead: PlannedLead, i: number, calendar: Calendar): Dated[] {
  const at = dayOf(calendar, TOO_LATE_DAY);
  const act: ReturnAct = { what: 'return', lead, reason: 'bad_phone', through: 'operator' };
  const refused: Dated = [at, { ...act, refused_by: 'within' }];
  const overridden: Dated = [later(at, 1), { ...act, override: 'agreed by phone' }];
  // One is only returned after the close of its month.
  if (i === 0)
    return [
      refused,
      [new Date(calendar.end.getTime() - 12 * HOUR_MS), { ...act, override: 'agreed by phone' }],
    ];
  return i < 3 || i % 10 === 0 ? [refused, overridden] : [refused];
}
