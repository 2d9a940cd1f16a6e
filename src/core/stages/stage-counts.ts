import type { Cube, Value } from '../reports/fact.js';
import { countedSubid } from '../reports/free-values.js';
import type { LeadStage } from './lead-stage.js';

/** How many leads of a group reached a stage, and what that was worth as far as it was reported. */
export interface StageCount {
  leads: number;
  value_cents: number;
}
export interface StageFact {
  readonly of: readonly Value[];
  readonly stages: ReadonlyMap<string, StageCount>;
}

/** What the stages of a day's sales are counted by, the smallest first. Subids have a cube of their own, to be forgotten. */
export const STAGE_CUBES = {
  total: [],
  affiliate: ['affiliate', 'campaign'],
  buyer: ['buyer', 'offer', 'program'],
  subid: ['affiliate', 'subid'],
  facts: ['affiliate', 'campaign', 'buyer', 'offer', 'program'],
} as const satisfies Record<string, Cube>;

/** Counts the stages that were reached. Those that were withdrawn don't count. */
export function countStages(reported: readonly LeadStage[], cube: Cube): StageFact[] {
  const rows = new Map<string, { readonly of: Value[]; readonly stages: Map<string, StageCount> }>();
  for (const one of reported) {
    if (one.on === null) continue;
    const values: Readonly<Partial<Record<Cube[number], Value>>> = {
      ...{ affiliate: one.affiliate_id, campaign: one.campaign_id, buyer: one.buyer_id },
      ...{ offer: one.offer_id, program: one.program_id ?? null, subid: countedSubid(one.subid) },
    };
    const of = cube.map((dimension) => values[dimension] ?? null);
    const name = JSON.stringify(of);
    const row = rows.get(name) ?? { of, stages: new Map<string, StageCount>() };
    rows.set(name, row);
    addStage(row.stages, one.stage, { leads: 1, value_cents: one.value_cents ?? 0 });
  }
  return [...rows.values()];
}

/** Adds a count to those of a group. */
export function addStage(
  stages: Map<string, StageCount>,
  code: string,
  { leads, value_cents }: StageCount,
): void {
  const sum = stages.get(code) ?? { leads: 0, value_cents: 0 };
  sum.leads += leads;
  sum.value_cents += value_cents;
  stages.set(code, sum);
}

type Packed = readonly [of: readonly Value[], stages: readonly (readonly [string, number, number])[]];

/** Facts as they are stored. */
export const packStages = (facts: readonly StageFact[]): string =>
  JSON.stringify(
    facts.map(({ of, stages }) => [of, [...stages].map(([code, n]) => [code, n.leads, n.value_cents])]),
  );

export const unpackStages = (text: string): StageFact[] =>
  (JSON.parse(text) as Packed[]).map(([of, stages]) => ({
    of,
    stages: new Map(stages.map(([code, leads, value_cents]) => [code, { leads, value_cents }])),
  }));
