/** What may become of a sold lead at its buyer. A list of stages is in the order in which a student comes to them. */
export interface Stage {
  readonly code: string;
  readonly label: string;
  /** Most leads that reach the stage do so within this time after their sale. A younger month can't be judged. */
  readonly expected_within_ms: number;
  /** The affiliate is told when a single lead reaches it. */
  readonly tell_affiliate?: true;
}

interface WithStages {
  readonly stages?: readonly Stage[];
}

/** The stages that a buyer reports: its own, else those of all. */
export const stagesOf = ({ stages }: WithStages, buyer: WithStages | undefined): readonly Stage[] =>
  buyer?.stages ?? stages ?? [];

/** Every stage of the catalogue under its code, in order. Of several with a code, the first. */
export function allStages({
  stages = [],
  buyers,
}: WithStages & { readonly buyers: ReadonlyMap<string, WithStages> }): Map<string, Stage> {
  const all = new Map<string, Stage>();
  for (const stage of [...stages, ...[...buyers.values()].flatMap((buyer) => buyer.stages ?? [])])
    if (!all.has(stage.code)) all.set(stage.code, stage);
  return all;
}
