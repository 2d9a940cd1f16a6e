import { DateTime } from 'luxon';
import { allStages, type Stage } from '../../core/catalogue/stages.js';
import { compileCatalogue } from '../../core/catalogue/compile-catalogue.js';
import { EMPTY_DOCUMENT } from '../../core/catalogue/document.js';
import { dayOf } from '../../core/reports/calendar.js';
import { cubeWith } from '../../core/reports/cubes.js';
import { projection, type Cube, type Value } from '../../core/reports/fact.js';
import { ReportRefused } from '../../core/reports/report-request.js';
import { dayWithId, stagesId } from '../../core/reports/rollup-ids.js';
import { addStage, STAGE_CUBES, unpackStages, type StageCount } from '../../core/stages/stage-counts.js';
import { stageRate, type StageRate } from '../../core/stages/stage-rate.js';
import { parseReportRequest, type ParsedRequest } from '../reports/parse-report-request.js';
import { readMoney } from '../reports/read-money.js';
import { namesIn, type ReportPorts } from '../reports/report.js';

/** What stages can be grouped by. `month` is the month of the sale. */
export const STAGE_GROUPS = ['month', 'affiliate', 'campaign', 'buyer', 'offer', 'program', 'subid'] as const;
export type StageGroup = (typeof STAGE_GROUPS)[number];

const MAX_GROUPS = 25_000;
const DAY_MS = 86_400_000;

export interface StageReportRequest {
  /** The first and the last day of sales, both included, in the accounting zone. */
  readonly from: string;
  readonly to: string;
  readonly by: readonly StageGroup[];
  /** `affiliate=acme`: only what belongs to it. */
  readonly only: readonly string[];
}

/** How many of the sold leads of a group reached a stage. */
export interface StageColumns extends Partial<StageRate> {
  readonly stage: string;
  /** As the catalogue calls it. */
  readonly label: string;
  readonly leads: number;
  /** What the buyer owes for the group's leads, for each that reached the stage. Null: none did. */
  readonly cost_cents: number | null;
  /** What the buyer said the stages are worth, in all. */
  readonly value_cents: number;
  /** Some sales are younger than most leads need to reach the stage. */
  readonly is_young: boolean;
}

export type StageRow = Readonly<Partial<Record<StageGroup, string | null>>> & {
  readonly sold: number;
  /** What buyers owe for them, less returns. */
  readonly revenue_cents: number;
  /** How long ago the leads were sold, on average. Null: none was. */
  readonly average_age_days: number | null;
  /** In the order of the catalogue. */
  readonly stages: readonly StageColumns[];
};

interface Sum {
  readonly of: readonly Value[];
  sold: number;
  revenue_cents: number;
  /** Sum of the ages of its leads. */
  days: number;
  /** The newest day of sales. */
  newest: string;
  readonly stages: Map<string, StageCount>;
}

/** Reports what became of the leads that were sold on some days. Throws a ReportRefused with one sentence, or an OutageError. */
export async function stageReport(ports: ReportPorts, request: StageReportRequest) {
  const current = await ports.catalogue.current();
  const document = current?.document ?? EMPTY_DOCUMENT;
  const { by, only, from, to } = request;
  const now = ports.clock();
  const groups = by.filter((group) => group !== 'month');
  const parsed = parseReportRequest({ from, to, by: groups, only }, document, now);
  const filters = parsed.only.map(({ dimension }) => dimension);
  const needed = [...groups, ...filters];
  const name = cubeWith(STAGE_CUBES, needed);
  if (name === undefined)
    throw new ReportRefused(
      `Stages can't be filtered by ${filters.filter((one) => !isGroup(one)).join(', ')}.`,
    );
  const today = dayOf(now, parsed.accounting);
  const table = createTable(by, parsed, today);
  const [money, counted] = await Promise.all([
    readMoney(ports, parsed),
    ports.rollups.between(stagesId(parsed.first.day), stagesId(parsed.last.day), [name]),
  ]);
  for (const { day, cube, facts } of money) {
    const rowOf = table.rowsOf(cube, day);
    for (const { of, counts } of facts) {
      const { sales = 0, revenue_cents = 0 } = counts.sums;
      if (sales === 0 && revenue_cents === 0) continue;
      for (const row of rowOf(of)) {
        row.sold += sales;
        row.revenue_cents += revenue_cents;
        row.days += sales * table.ageOf(day);
        if (sales > 0 && day > row.newest) row.newest = day;
      }
    }
  }
  for (const { id, cubes } of counted) {
    const rowOf = table.rowsOf(STAGE_CUBES[name], dayWithId(id));
    for (const { of, stages } of unpackStages(cubes[name] ?? '[]'))
      for (const row of rowOf(of)) for (const [code, count] of stages) addStage(row.stages, code, count);
  }
  const stages = allStages(compileCatalogue(document, current?.version ?? 0));
  const { handle: nameOf } = namesIn(document);
  const shown = (sum: Sum): StageRow => ({
    ...Object.fromEntries(
      by.map((group, at) => [group, group === 'month' ? sum.of[at] : nameOf(group, sum.of[at] ?? null)]),
    ),
    ...{ sold: sum.sold, revenue_cents: sum.revenue_cents },
    average_age_days: sum.sold === 0 ? null : Math.round(sum.days / sum.sold),
    stages: columnsOf(sum, stages, today),
  });
  return {
    ...{ from, to, zone: parsed.accounting, currency: parsed.currency },
    rows: table.rows().map(shown).sort(inOrder(by)),
    total: shown(table.total),
  };
}

const isGroup = (name: string): boolean => (STAGE_GROUPS as readonly string[]).includes(name);

function createTable(by: readonly StageGroup[], { only }: Pick<ParsedRequest, 'only'>, today: string) {
  const newSum = (of: readonly Value[]): Sum => ({
    ...{ of, sold: 0, revenue_cents: 0, days: 0, newest: '' },
    stages: new Map(),
  });
  const rows = new Map<string, Sum>();
  const total = newSum([]);
  const plans = new Map<string, (of: readonly Value[]) => { of: Value[]; wanted: boolean }>();
  const planOf = (cube: Cube) => {
    const groupsOf = projection(
      cube,
      by.filter((group) => group !== 'month'),
    );
    const filtersOf = projection(
      cube,
      only.map(({ dimension }) => dimension),
    );
    return (of: readonly Value[]) => {
      const found = filtersOf(of);
      return { of: groupsOf(of), wanted: only.every(({ value }, at) => found[at] === value) };
    };
  };
  return {
    total,
    rows: () => [...rows.values()],
    ageOf: (day: string): number => Math.max(0, (Date.parse(today) - Date.parse(day)) / DAY_MS),
    /** Finds the sums to which a fact of a day belongs: that of its group, and the total. */
    rowsOf(cube: Cube, day: string) {
      const plan = plans.get(cube.join()) ?? planOf(cube);
      plans.set(cube.join(), plan);
      const month = day.slice(0, 7);
      return (values: readonly Value[]): readonly Sum[] => {
        const { of: groups, wanted } = plan(values);
        if (!wanted) return [];
        if (by.length === 0) return [total];
        const rest = [...groups];
        const of = by.map((group) => (group === 'month' ? month : (rest.shift() ?? null)));
        const key = JSON.stringify(of);
        const row = rows.get(key) ?? newSum(of);
        rows.set(key, row);
        if (rows.size > MAX_GROUPS)
          throw new ReportRefused(
            `The report has more than ${MAX_GROUPS} groups; choose fewer groups or a shorter time.`,
          );
        return [row, total];
      };
    },
  };
}

/** Stages of the catalogue, and those that it dropped, as far as leads reached them. */
function columnsOf(sum: Sum, stages: ReadonlyMap<string, Stage>, today: string): StageColumns[] {
  const dropped = [...sum.stages.keys()].filter((code) => !stages.has(code)).sort();
  return [...stages.keys(), ...dropped].map((code) => {
    const { leads, value_cents } = sum.stages.get(code) ?? { leads: 0, value_cents: 0 };
    const expected = stages.get(code)?.expected_within_ms ?? 0;
    const ripe = sum.newest === '' ? today : DateTime.fromISO(sum.newest).plus(expected).toISODate();
    return {
      ...{ stage: code, label: stages.get(code)?.label ?? code, leads, value_cents },
      ...stageRate(leads, sum.sold),
      cost_cents: leads === 0 ? null : Math.round(sum.revenue_cents / leads),
      is_young: (ripe ?? today) > today,
    };
  });
}

/** Months in order, then who bought most. */
const inOrder =
  (by: readonly StageGroup[]) =>
  (a: StageRow, b: StageRow): number => {
    if (by.includes('month') && a.month !== b.month) return (a.month ?? '') < (b.month ?? '') ? -1 : 1;
    return b.sold - a.sold;
  };
