interface AnyJob {
  readonly round: number;
  readonly request_id: string;
  /** The newest catalogue that the producer of the job had seen. A worker does not evaluate it by an older one. */
  readonly catalogue_version?: number;
}
/** What a job carries: ids, never personal data. New members are optional so that jobs in flight survive a deploy. */
export interface SearchJob extends AnyJob {
  readonly search_id: string;
  /** The web process that waits for it. */
  readonly reply_to?: string;
  /** Of a job that a sweeper adds: the `due_at` that was overdue, in ms since 1970. Part of the job's id. */
  readonly due?: number;
}
export interface PartnerJob extends AnyJob {
  readonly search_id: string;
  readonly offer_id: string;
}
export interface SubmitJob extends AnyJob {
  readonly lead_id: string;
  readonly reply_to?: string;
  readonly due?: number;
}

/** Producers. They fail within a second when Redis is away: the record is stored and due, the sweeper finds it. */
export interface Queues {
  search(jobs: readonly SearchJob[]): Promise<void>;
  partner(jobs: readonly PartnerJob[]): Promise<void>;
  submit(jobs: readonly SubmitJob[]): Promise<void>;
}

/** Tells the one web process that waits that a record has moved. Loses nothing when it is lost. */
export interface Wake {
  wake(replyTo: string, id: string): Promise<void>;
}
