import { seeded } from '../../../chaos/plan/random.js';
import { dayIn } from '../tally.js';
import type { Blow, Dated, StageAct } from './acts.js';
import { DAY_MS, HOUR_MS, type Calendar } from './calendar.js';
import { BUYERS, ZONE } from './parties.js';
import { acceptedAt, bargainOf, type PlannedLead } from './planned-lead.js';

const STAGES = ['contacted', 'applied', 'enrolled'] as const;

const later = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);
const on = (at: Date): string => dayIn(ZONE, at);

/**
 * What buyers report of the leads that they bought, by callback and by file: in any order, late, twice, corrected, withdrawn.
 * Some reports must be refused. Leads that are returned meanwhile are reported like all others.
 */
export function planStages(seed: number, leads: readonly PlannedLead[], calendar: Calendar): Dated[] {
  const random = seeded(seed, 'a month of stages');
  return leads
    .flatMap((lead): Dated[] => {
      const sold = acceptedAt(lead);
      const reached = random.between(0, STAGES.length);
      return STAGES.slice(0, reached).flatMap((stage, n): Dated[] => {
        const happened = later(sold ?? lead.at, n + 2 * random.next());
        // By the time of the report, not by the order of the stages.
        const told = later(happened, random.pick([0, 0, 1, 7]) + random.next() / 2);
        const through = random.pick(['callback', 'file'] as const);
        const value = stage === 'enrolled' ? { value_cents: random.between(100, 900_000) } : {};
        const drawn = random.next();
        if (!sold) return [];
        const first: StageAct = { what: 'stage', lead, stage, on: on(happened), through, ...value };
        return [[told, first], ...after(first, drawn, { sold, told })];
      });
    })
    .filter(([at]) => at < calendar.end);
}

/** What a buyer says besides. */
function after(
  first: StageAct,
  drawn: number,
  { sold, told }: { readonly sold: Date; readonly told: Date },
): Dated[] {
  const { buyer } = bargainOf(first.lead);
  const foreign = BUYERS.find((one) => one !== buyer) ?? buyer;
  const then = later(told, 0.3);
  if (drawn < 0.1) return [[then, first]];
  if (drawn < 0.2) return [[then, { ...first, on: on(sold) }]];
  if (drawn < 0.25) return [[then, { ...first, value_cents: 12_345, through: 'callback' }]];
  const withdrawn: StageAct = {
    what: 'stage',
    lead: first.lead,
    stage: first.stage,
    on: null,
    through: 'file',
  };
  if (drawn < 0.3) return [[then, withdrawn]];
  if (drawn < 0.35)
    return [
      [then, withdrawn],
      [later(told, 0.6), { ...withdrawn, through: 'callback' }],
      [later(told, 0.9), first],
    ];
  if (drawn < 0.4) return [[then, { ...first, is_refused: 'foreign', by_buyer: foreign }]];
  if (drawn < 0.45) return [[then, { ...first, is_refused: 'unknown' }]];
  if (drawn < 0.5) return [[then, { ...first, is_refused: 'too early', on: on(later(sold, -1.5)) }]];
  if (drawn < 0.55) return [[then, { ...first, is_refused: 'too late', on: on(later(then, 2)) }]];
  return [];
}

/** Where who counts stages is struck: at each of its commands. */
const PLACES: readonly (readonly [step: string, when: Blow['when']])[] = [
  ['stages.uncountedDays', 'after'],
  ['stages.beginCount', 'before'],
  ['stages.beginCount', 'after'],
  ['rollups.byId', 'after'],
  ['stages.ofDay', 'after'],
  ['rollups.write', 'before'],
  ['rollups.write', 'after'],
  ['stages.endCount', 'before'],
  ['stages.endCount', 'after'],
];

/** Twice a day stages are counted. Who does so is killed, or sleeps while others count; beside every third works another one. */
export function planCounts({ begin, end }: Calendar): Dated[] {
  const times = Math.floor((end.getTime() - begin.getTime()) / (12 * HOUR_MS));
  return Array.from({ length: times }, (_, n): Dated => {
    const [step, when] = PLACES[n % PLACES.length]!;
    return [
      new Date(begin.getTime() + n * 12 * HOUR_MS + HOUR_MS / 4),
      {
        ...{ what: 'count_stages', counters: n % 3 === 0 ? 2 : 1 },
        ...{ blow: { step, when, how: n % 5 === 4 ? 'sleeps' : 'dies' } },
      },
    ];
  });
}
