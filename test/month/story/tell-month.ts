import type { Act, Dated, Slot } from './acts.js';
import { BEGIN, CHAPTER_AT, DAYS, drawLeads, END, HOUR_MS } from './draw-leads.js';
import { CHAPTERS, type Chapter } from './parties.js';
import { planAdjustments } from './plan-adjustments.js';
import { CLOSING, isClosing } from './plan-close.js';
import { hasMoved, planReturns } from './plan-returns.js';
import { createSweepPlan } from './plan-sweeps.js';
import type { PlannedLead } from './planned-lead.js';

const SLOT_MS = HOUR_MS / 2;

export interface MonthOptions {
  readonly leads: number;
  readonly seed: number;
}

/** The whole month: what comes and what happens in each half hour. It knows no store and no process. */
export function tellMonth({ leads: count, seed }: MonthOptions): Slot[] {
  const leads = drawLeads(seed, count);
  const happenings: Dated[] = [
    ...CHAPTERS.slice(1).map(changed),
    ...leads.flatMap(decidedLater),
    ...planReturns(seed, leads),
    ...planAdjustments(leads),
    ...CLOSING,
  ];
  const acts = inSlots(happenings, ([at]) => at);
  const came = inSlots(leads, ({ at }) => at);
  const sweeps = createSweepPlan(Math.min(300, Math.max(10, Math.floor(count / 60))));
  return Array.from({ length: (DAYS * 24 * HOUR_MS) / SLOT_MS }, (_, n) => {
    const slotLeads = came.get(n) ?? [];
    const end = new Date(BEGIN.getTime() + (n + 1) * SLOT_MS);
    const swept = isClosing(end) ? [] : sweeps(slotLeads.length).map((act): Dated => [end, act]);
    return { leads: slotLeads, acts: [...(acts.get(n) ?? []), ...swept] };
  });
}

/** A chapter begins with the last moment of the half hour before it, so that it holds for all of its leads. */
const changed = (chapter: Chapter): Dated => [
  new Date(CHAPTER_AT[chapter].getTime() - 1),
  { what: 'apply', chapter },
];

/** What becomes of the leads that their buyers did not answer at once. */
function decidedLater(lead: PlannedLead): Dated[] {
  const { fate } = lead;
  if ((fate.is !== 'later' && fate.is !== 'lost') || fate.at >= END) return [];
  const what = fate.is === 'later' && !hasMoved(lead, fate.at) ? 'call_back' : 'settle';
  const act: Act = { what, lead, verdict: fate.verdict };
  return [[fate.at, act]];
}

/** By the number of the half hour, in the order of their times. */
function inSlots<T>(dated: readonly T[], timeOf: (one: T) => Date): Map<number, T[]> {
  const slots = new Map<number, T[]>();
  for (const one of [...dated].sort((a, b) => timeOf(a).getTime() - timeOf(b).getTime())) {
    const at = timeOf(one);
    const n = Math.floor((at.getTime() - BEGIN.getTime()) / SLOT_MS);
    const known = slots.get(n);
    if (known) known.push(one);
    else slots.set(n, [one]);
  }
  return slots;
}
