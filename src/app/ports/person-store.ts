import type { Forgotten } from '../../core/lead/forgotten.js';

/** The classes that walk through leads or searches. */
export type WalkedClass =
  | 'searches'
  | 'sold_searches'
  | 'searches_again'
  | 'sold_searches_again'
  | 'refused_leads'
  | 'sold_leads'
  | 'labels';

/** Removes persons from leads and searches. What stays are ids, codes, amounts, the state and subids. */
export interface PersonStore {
  /** The records of a class that are due, oldest first. `from`: everything before it is done. */
  due(walk: WalkedClass, from: Date, before: Date, limit: number): Promise<DueRecord[]>;
  /** How many are due, 10,000 at most, and when the oldest of those that are not due was received. */
  outlook(
    walk: WalkedClass,
    from: Date,
    before: Date,
  ): Promise<{ readonly due: number; readonly next: Date | null }>;
  /**
   * Removes the person from a lead as it was read. False: the lead changed since, or it still has news or a pending fallback
   * that need it, or its evidence is to be removed, and `forgotten` does not say so.
   */
  forgetLead(lead: ReadRecord, forgotten: Forgotten): Promise<boolean>;
  /** Removes the person from a search as it was read, and its results can't be submitted any more. */
  forgetSearch(search: ReadRecord, forgotten: Forgotten): Promise<boolean>;
  /** Removes click ids of leads from news and messages about them: before their persons, and what was told meanwhile after. */
  forgetClickIds(leadIds: readonly string[]): Promise<void>;
  /** Removes subids, keys and keyed hashes from leads whose person was removed. */
  forgetLabels(ids: readonly string[]): Promise<void>;
  /** Marks what the walk leaves behind between two moments, because somebody still moves it. The walk never comes back. */
  pass(walk: WalkedClass, from: Date, to: Date, now: Date): Promise<void>;
  /**
   * Marks leads that could not be removed. From `at` on they are `left`. The term of one that was submitted again since it was
   * read has just begun.
   */
  leave(leads: readonly ReadRecord[], at: Date): Promise<void>;
  /** Marked leads whose person can be removed now. */
  left(now: Date, limit: number): Promise<DueRecord[]>;
  /** Removes the labels and the marks of decided leads without a person that the walk of `labels` has passed. */
  endMarks(): Promise<void>;
  /** Everything of this class that was received before it is done. */
  reached(walk: WalkedClass): Promise<Date>;
  reach(walk: WalkedClass, at: Date): Promise<void>;
}

/** As a record was read: a change since then has another number or state. */
export interface ReadRecord {
  readonly id: string;
  /** Of a lead. */
  readonly submission?: number;
  /** Of a search. */
  readonly run?: number;
  readonly state: string;
}

/** `counts_from`: when it was received, or searched the last time. */
export type DueRecord = ReadRecord & { readonly counts_from: Date };
