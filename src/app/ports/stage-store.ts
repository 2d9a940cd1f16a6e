import type { LeadStage } from '../../core/stages/lead-stage.js';

/** What became of sold leads: one document for each stage of a lead. Throws on an outage. */
export interface StageStore {
  /** The stages of some leads, those that were withdrawn too. One command. */
  ofLeads(ids: readonly string[]): Promise<LeadStage[]>;
  /** Stores a stage, or its correction. False: somebody stored another one since it was read. One command. */
  write(next: LeadStage): Promise<boolean>;
  /** Days of sales with stages that were stored since the day was counted. At least one, if there is any. */
  uncountedDays(): Promise<string[]>;
  /** Notes who counts these stages of a day now: whoever does so later does it anew. */
  beginCount(sold_on: string, counter: string): Promise<void>;
  /** All stages of the sales of a day. */
  ofDay(sold_on: string): Promise<LeadStage[]>;
  /** The stages of a day are counted, but for those that were stored, or that another began to count, since. */
  endCount(sold_on: string, counter: string): Promise<void>;
  /** How many stages were reported since then of leads that were returned before, by buyer. */
  afterReturn(since: Date): Promise<ReadonlyMap<string, number>>;
}
