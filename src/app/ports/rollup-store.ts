import type { Between } from './report-reader.js';

/** A stored count: packed facts by the name of their cube (`packFacts`). */
export interface Rollup {
  readonly id: string;
  /** How often it was written. 0: it is not stored yet. */
  readonly version: number;
  readonly cubes: Readonly<Record<string, string>>;
}

/** What is to be stored, if it still has this version. */
export interface RollupWrite extends Rollup {
  /** The ids of the days that have this quarter, which must be counted again. */
  readonly due?: readonly string[];
}

/** A lead or search that changed after its quarter was counted. */
export interface MarkedRecord {
  readonly id: string;
  readonly of: 'leads' | 'searches';
  /** What tells whether it changed again: how many marks it has, its state, its numbers. */
  readonly as_read: object;
  /** A search that runs again is open until it is done. */
  readonly open: boolean;
  /** Moments whose quarters must be counted again. */
  readonly moments: readonly Date[];
}

/** How far the quarters are counted. */
export interface Progress {
  /** Nothing was received before. */
  readonly floor: Date;
  /** Every quarter from `floor` to here, without it, was counted at least once. */
  readonly to: Date;
  /** The time zones in which days are counted. */
  readonly zones: readonly string[];
}

/** The rollups of the reports. Each method is one command unless it says otherwise. Throws on an outage. */
export interface RollupStore {
  /**
   * The rollups with ids from `first` to `last`, both included, in the order of ids, with only these cubes. Days that must
   * be counted again are left out.
   */
  between(first: string, last: string, cubes: readonly string[]): Promise<Rollup[]>;
  /** The rollup with all its cubes. Undefined: it is not stored yet. */
  byId(id: string): Promise<Rollup | undefined>;
  /**
   * Stores a rollup if its version has not changed since it was read, and counts the version up. Then its days are due. One
   * that would be too large is stored without its counts by subid. False if the version had changed.
   */
  write(rollup: RollupWrite): Promise<boolean>;
  /** The days that must be counted again. */
  dueDays(): Promise<Pick<Rollup, 'id' | 'version'>[]>;
  /** Makes days due, so that who is counting one of them now can't store it. */
  setDue(days: readonly string[]): Promise<void>;
  /** Leads and searches that changed after their quarter was counted. Two commands. */
  marked(limit: number): Promise<MarkedRecord[]>;
  /**
   * Takes the marks off records that did not change again, also if another process took off the marks that were read. At most two
   * commands.
   */
  clearMarks(records: readonly MarkedRecord[]): Promise<void>;
  /** The days that got entries since they were counted, each with a number that changes with every write. */
  markedDays(): Promise<{ readonly day: string; readonly n: number }[]>;
  /** Takes days off that list that got no further entry. */
  clearDays(days: readonly { readonly day: string; readonly n: number }[]): Promise<void>;
  progress(): Promise<Progress | null>;
  saveProgress(progress: Progress): Promise<void>;
  /** Whether a lead or search was received before. At most two commands. */
  hasAnyBefore(at: Date): Promise<boolean>;
  /** Removes the counts of subids in a stretch of time, for these time zones. */
  forgetSubids(between: Between, zones: readonly string[]): Promise<void>;
}
