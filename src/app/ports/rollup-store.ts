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
  /** The days of this quarter must be counted again, in these time zones. */
  readonly due?: readonly string[];
}

/** A quarter whose days must be counted again, in these time zones. */
export interface DueQuarter extends Pick<Rollup, 'id' | 'version'> {
  readonly zones: readonly string[];
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
  /** Every quarter from here … */
  readonly from: Date;
  /** … to here, without it, was counted at least once. */
  readonly to: Date;
  /** The time zones in which days are counted. */
  readonly zones: readonly string[];
}

/** The rollups of the reports. Each method is one command unless it says otherwise. Throws on an outage. */
export interface RollupStore {
  /** The rollups with ids from `first` to `last`, both included, in the order of ids, with only these cubes. */
  between(first: string, last: string, cubes: readonly string[]): Promise<Rollup[]>;
  /** The rollups with these ids and all their cubes. */
  byIds(ids: readonly string[]): Promise<Rollup[]>;
  /**
   * Stores each rollup whose version has not changed since it was read, and counts its version up. One that would be too
   * large is stored without its counts by subid. False if any had changed.
   */
  write(writes: readonly RollupWrite[]): Promise<boolean>;
  /** The quarters from one id to another whose days must be counted again, oldest first. */
  due(first: string, last: string, limit: number): Promise<DueQuarter[]>;
  /** Takes quarters off that list for a time zone, if they still have this version. */
  clearDue(quarters: readonly DueQuarter[], zone: string): Promise<void>;
  /** Puts all quarters on that list, for these time zones. */
  allDue(zones: readonly string[]): Promise<void>;
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
