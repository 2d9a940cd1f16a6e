import type { Approval, EndedEarly, TimedChange } from '../../core/timed-changes/timed-change.js';

/** The timed changes, numbered as they were added. None is ever removed. Each method is one command and throws on an outage. */
export interface TimedChangeStore {
  /** Those that are in force at `now`, or will be, in the order of their numbers. */
  toCome(now: Date): Promise<TimedChange[]>;
  /** Newest first, the ended ones too. */
  list(limit: number): Promise<TimedChange[]>;
  read(id: number): Promise<TimedChange | null>;
  /** The newest number; 0 if there is none. */
  newest(): Promise<number>;
  /** False if this number is taken: another one was added since the caller read what there is. */
  add(change: TimedChange): Promise<boolean>;
  /** It is approved, and begins at `from`. False if it was approved or ended already. */
  approve(id: number, approved: Approval, from: Date): Promise<boolean>;
  /** False if it was ended already. */
  end(id: number, ended: EndedEarly): Promise<boolean>;
}
