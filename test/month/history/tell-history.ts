import type { Act, Dated, Slot } from '../story/acts.js';
import { HOUR_MS } from '../story/calendar.js';
import { drawLeads } from '../story/draw-leads.js';
import { planAdjustments } from '../story/plan-adjustments.js';
import { planReturns } from '../story/plan-returns.js';
import { planChapters, planDecisions, slotsOf, type MonthOptions } from '../story/tell-month.js';
import type { HistoryCalendar } from './calendar-until.js';
import { plantIncidents, type Incidents } from './incidents.js';

/** Sweeping more often would change nothing but the time that it takes to play. */
const SWEEP_HOURS = 6;

/** Larger bonuses of the story would leave an affiliate no margin among so few leads. */
const SMALL_CENTS = 6_000;

export interface History extends Incidents {
  readonly slots: readonly Slot[];
}

/**
 * Last month and this one until now, as the played month tells it, with incidents that an operator can find. Nothing is
 * killed, and nothing of last month is entered after its close, so its margin is the same in every report.
 */
export function tellHistory({ leads: count, seed }: MonthOptions, calendar: HistoryCalendar): History {
  const incidents = plantIncidents(drawLeads(seed, count, calendar), seed, calendar);
  const { leads } = incidents;
  const close: Dated = [calendar.closed_at, { what: 'close', month: calendar.closed.month }];
  const happenings = [
    ...planChapters(calendar),
    ...planDecisions(leads, calendar),
    ...planReturns(seed, leads, calendar),
    ...planAdjustments(leads, calendar).filter(([at, act]) => isInTime(at, act, calendar)),
    close,
  ];
  const slots = slotsOf(calendar, { leads, happenings }, (end) =>
    end.getTime() % (SWEEP_HOURS * HOUR_MS) === 0 || end >= calendar.end
      ? [{ what: 'sweep', sweepers: 1 }]
      : [],
  );
  return { ...incidents, slots };
}

/** Whether it is entered before its month is closed, by a command that nobody kills. */
function isInTime(at: Date, act: Act, { closed, closed_at, end }: HistoryCalendar): boolean {
  if (act.what !== 'adjust' || act.dies || at >= end || Math.abs(act.cents) > SMALL_CENTS) return false;
  return (act.happened ?? at) >= closed.ends || at < closed_at;
}
