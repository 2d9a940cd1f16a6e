import type { Act, Dated, Slot } from './acts.js';
import { HOUR_MS, PLAYED_MONTH, type Calendar } from './calendar.js';
import { drawLeads } from './draw-leads.js';
import { planAdjustments } from './plan-adjustments.js';
import { isClosing, planClosing } from './plan-close.js';
import { hasMoved, planReturns } from './plan-returns.js';
import { planCounts, planStages } from './plan-stages.js';
import { createSweepPlan } from './plan-sweeps.js';
import type { PlannedLead } from './planned-lead.js';

const SLOT_MS = HOUR_MS / 2;

export interface MonthOptions {
  readonly leads: number;
  readonly seed: number;
}

/** The whole month: what comes and what happens in each half hour. It knows no store and no process. */
export function tellMonth({ leads: count, seed }: MonthOptions): Slot[] {
  const calendar = PLAYED_MONTH;
  const leads = drawLeads(seed, count, calendar);
  const returns = planReturns(seed, leads, calendar);
  const happenings = [
    ...planChapters(calendar),
    ...planDecisions(leads, calendar),
    ...returns,
    ...planDeadlines(returns),
    ...planStages(seed, leads, calendar),
    ...planCounts(calendar),
    ...planAdjustments(leads, calendar),
    ...planClosing(calendar),
  ];
  const sweeps = createSweepPlan(Math.min(300, Math.max(10, Math.floor(count / 60))));
  return slotsOf(calendar, { leads, happenings }, (end, came) =>
    isClosing(calendar, end) ? [] : sweeps(came),
  );
}

/** A chapter begins with the last moment of the half hour before it, so that it holds for all of its leads. */
export const planChapters = ({ chapters }: Calendar): Dated[] =>
  chapters.slice(1).map(([chapter, at]) => [new Date(at.getTime() - 1), { what: 'apply', chapter }]);

/** Past the deadline of each return request, the sweeper dies before or after it decides one that nobody decided. */
const planDeadlines = (returns: readonly Dated[]): Dated[] =>
  returns
    .filter(([, act]) => act.what === 'return' && act.is_reviewed)
    .map(([at], n) => [
      new Date(at.getTime() + 49 * HOUR_MS),
      {
        ...{ what: 'sweep', sweepers: 1 },
        blow: { step: 'leads.transition', when: n % 2 === 0 ? 'before' : 'after', how: 'dies' },
      },
    ]);

/** What becomes of the leads that their buyers did not answer at once. */
export function planDecisions(leads: readonly PlannedLead[], calendar: Calendar): Dated[] {
  return leads.flatMap((lead): Dated[] => {
    const { fate } = lead;
    if ((fate.is !== 'later' && fate.is !== 'lost') || fate.at >= calendar.end) return [];
    const what = fate.is === 'later' && !hasMoved(lead, fate.at, calendar) ? 'call_back' : 'settle';
    return [[fate.at, { what, lead, verdict: fate.verdict }]];
  });
}

/** Half hour by half hour. `sweepsAt` says what the sweeper does at the end of one, after so many leads. */
export function slotsOf(
  { begin, end: last }: Calendar,
  { leads, happenings }: { readonly leads: readonly PlannedLead[]; readonly happenings: readonly Dated[] },
  sweepsAt: (end: Date, came: number) => readonly Act[],
): Slot[] {
  const acts = inSlots(begin, happenings, ([at]) => at);
  const came = inSlots(begin, leads, ({ at }) => at);
  return Array.from({ length: Math.ceil((last.getTime() - begin.getTime()) / SLOT_MS) }, (_, n) => {
    const slotLeads = came.get(n) ?? [];
    const end = new Date(Math.min(last.getTime(), begin.getTime() + (n + 1) * SLOT_MS));
    const swept = sweepsAt(end, slotLeads.length).map((act): Dated => [end, act]);
    return { leads: slotLeads, acts: [...(acts.get(n) ?? []), ...swept] };
  });
}

/** By the number of the half hour, in the order of their times. */
function inSlots<T>(begin: Date, dated: readonly T[], timeOf: (one: T) => Date): Map<number, T[]> {
  const slots = new Map<number, T[]>();
  for (const one of [...dated].sort((a, b) => timeOf(a).getTime() - timeOf(b).getTime())) {
    const at = timeOf(one);
    const n = Math.floor((at.getTime() - begin.getTime()) / SLOT_MS);
    const known = slots.get(n);
    if (known) known.push(one);
    else slots.set(n, [one]);
  }
  return slots;
}
