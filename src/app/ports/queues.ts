import type { StoredResult } from '../../core/search/search-record.js';

interface AnyJob {
  readonly request_id: string;
  /**
   * The newest catalogue version that the producer of the job had seen. A worker does not use an older version for
   * this job.
   */
  readonly catalogue_version?: number;
}

/** The content of a job: ids, never personal data. New members are optional, so that queued jobs survive a deploy. */
export interface SearchJob extends AnyJob {
  readonly search_id: string;
  readonly run: number;
  /** The web process that waits for the search. */
  readonly reply_to?: string;
  /** Only in a job that a sweeper adds: the overdue `due_at`, in ms since 1970. It is part of the id of the job. */
  readonly due?: number;
}
export interface PartnerJob extends AnyJob {
  readonly search_id: string;
  readonly run: number;
  readonly offer_id: string;
  /** There may have been a job with this id before. */
  readonly again?: true;
}
export interface SubmitJob extends AnyJob {
  readonly lead_id: string;
  readonly submission: number;
  readonly reply_to?: string;
  readonly due?: number;
}

/**
 * Adds jobs. Fails within a second while Redis is not available. The record is already stored and has a due time, so
 * the sweeper finds it.
 */
export interface Queues {
  search(jobs: readonly SearchJob[]): Promise<void>;
  partner(jobs: readonly PartnerJob[]): Promise<void>;
  submit(jobs: readonly SubmitJob[]): Promise<void>;
}

export interface QueueDepth {
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  /**
   * When the oldest waiting job was added that no worker has started yet. Behind very many jobs that came back, an earlier
   * moment. Absent: no such job waits.
   */
  readonly oldest?: Date;
}

/** How many jobs each queue has, by its name. */
export interface QueueDepths {
  depth(): Promise<Readonly<Record<string, QueueDepth>>>;
}

/** Tells web processes that a record changed. A message that is lost loses no data. */
export interface Wake {
  /**
   * Wakes the one process that waits for the record. `note`: what the waiting call would read, if it is known and holds no
   * personal data.
   */
  wake(replyTo: string, id: string, note?: WakeNote): Promise<void>;
  /** Tells the processes that stream the results of this search. */
  changed(searchId: string): Promise<void>;
}

/** What a waiting call is told of its record after the write, so that it need not read it. Nothing of it is personal. */
export type WakeNote = AcceptedNote | SearchedNote;

/** A run of a search is over, and no partner is asked. */
export interface SearchedNote {
  readonly run: number;
  readonly results: readonly StoredResult[];
}

/** A submission of a lead was accepted. */
export interface AcceptedNote {
  readonly submission: number;
  readonly at: Date;
  readonly payout_cents?: number;
  readonly source: 'buyer' | 'partner' | 'service';
}
