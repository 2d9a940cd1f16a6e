import type { Exchange, ExchangeAbout } from '../../core/exchanges/exchange.js';

/** An exchange that is not stored yet. */
export interface NewExchange {
  /** Roughly how much memory it holds. */
  readonly bytes: number;
  /** Writes down what was said, without secrets. It runs later, when nobody waits. */
  readonly make: () => Exchange;
}

/** Where calls leave their evidence. */
export interface ExchangeRecorder {
  /** Returns at once. Nobody waits for the store, and what the store refuses disturbs no call. */
  note(exchange: NewExchange): void;
}

/** A record whose exchanges are looked for. */
export type ExchangeOf = Pick<ExchangeAbout, 'of' | 'record_id'>;

/** A record, or one of its submissions or runs. */
export type ExchangesOf = ExchangeOf & Partial<Pick<ExchangeAbout, 'submission_or_run'>>;

/** Exchanges that the retention looks at. */
export interface DueExchange extends ExchangeOf {
  readonly id: string;
  /** From when its term counts. */
  readonly counts_from: Date;
}

/** An exchange that nobody has looked at since a moment. */
export interface DoubtfulExchange extends ExchangeOf {
  readonly id: string;
  readonly doubtful: Date;
}

/** What the records say about their exchanges. */
export interface RecordOfExchanges {
  /** Its person was removed, or it does not exist: nothing may be kept of it. */
  readonly forgotten: boolean;
  /** When it was decided. Null: it is undecided. */
  readonly decided_at: Date | null;
}

/** Requests and answers, sealed. Throws on an outage. */
export interface ExchangeStore {
  /** Stores those that are not stored yet. They are doubtful since `at`, until `settle` has looked at their records. */
  add(exchanges: readonly Exchange[]): Promise<void>;
  /**
   * Looks at the records of doubtful exchanges: removes those of persons who were forgotten meanwhile, and keeps
   * the others. An erasure removes the person first and the exchanges after that, so no exchange outlives its person,
   * however late a process is. One that was made doubtful again meanwhile stays so.
   */
  settle(exchanges: readonly DoubtfulExchange[]): Promise<void>;
  /** Makes those of these records doubtful, because their persons are about to be removed. */
  doubt(records: readonly ExchangeOf[], at: Date): Promise<void>;
  /** Exchanges that are doubtful since before a moment, because a process was killed. */
  doubtful(before: Date, limit: number): Promise<DoubtfulExchange[]>;
  /** Of a record, or of one submission or run of it, oldest first. Throws an OutageError without their key. */
  ofRecord(of: ExchangeOf, submission?: number): Promise<Exchange[]>;
  /** How many there are of these. */
  count(records: readonly ExchangesOf[]): Promise<number>;
  /** Removes all of these. Returns how many. */
  removeOf(records: readonly ExchangesOf[]): Promise<number>;
  /** Those whose term counts from before a moment, oldest first. */
  due(before: Date, limit: number): Promise<DueExchange[]>;
  remove(ids: readonly string[]): Promise<void>;
  /** The term of these counts from another moment. */
  countFrom(moments: readonly { readonly id: string; readonly from: Date }[]): Promise<void>;
  recordsOf(records: readonly ExchangeOf[]): Promise<ReadonlyMap<string, RecordOfExchanges>>;
  /** How many count from before a moment, 10,000 at most, and from when the oldest of the others counts. */
  outlook(before: Date): Promise<{ readonly due: number; readonly next: Date | null }>;
}
