import type { LeadStage } from '../../core/stages/lead-stage.js';

/** A stored stage of which no count is stored yet. */
export type UncountedStage = Pick<LeadStage, 'lead_id' | 'stage' | 'revision' | 'sold_on'>;

/** What became of sold leads: one document for each stage of a lead. Throws on an outage. */
export interface StageStore {
  /** The stages of some leads, those that were withdrawn too. One command. */
  ofLeads(ids: readonly string[]): Promise<LeadStage[]>;
  /** Stores a stage, or its correction. False: somebody stored another one since it was read. One command. */
  write(next: LeadStage): Promise<boolean>;
  /** Stages that were stored since the day of their sale was counted. */
  uncounted(limit: number): Promise<UncountedStage[]>;
  /** All stages of the sales of a day. */
  ofDay(sold_on: string): Promise<LeadStage[]>;
  /** They are counted, unless they were corrected since. */
  counted(stages: readonly UncountedStage[]): Promise<void>;
  /** How many stages were reported since then of leads that were returned before, by buyer. */
  afterReturn(since: Date): Promise<ReadonlyMap<string, number>>;
}
