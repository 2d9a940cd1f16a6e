import type { Buyer, Catalogue } from './types.js';

/** What may become of a sold lead at its buyer. A list of stages is in the order in which a student comes to them. */
export interface Stage {
  readonly code: string;
  readonly label: string;
  /** Most leads that reach the stage do so within this time after their sale. A younger month can't be judged. */
  readonly expected_within_ms: number;
  /** The affiliate is told when a single lead reaches it. */
  readonly tell_affiliate?: true;
}

/** The stages that a buyer reports: its own, else those of all. */
export const stagesOf = (
  { stages }: Pick<Catalogue, 'stages'>,
  buyer: Pick<Buyer, 'stages'> | undefined,
): readonly Stage[] => buyer?.stages ?? stages ?? [];

/** Every stage of the catalogue under its code, in order. Of several with a code, the first. */
export function allStages({ stages = [], buyers }: Pick<Catalogue, 'stages' | 'buyers'>): Map<string, Stage> {
  const all = new Map<string, Stage>();
  for (const stage of [...stages, ...[...buyers.values()].flatMap((buyer) => buyer.stages ?? [])])
    if (!all.has(stage.code)) all.set(stage.code, stage);
  return all;
}
