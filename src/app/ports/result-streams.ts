import type { Caller } from '../ownership.js';
import type { RequestRefused } from '../request-refused.js';

/** The results of a search at one moment. */
export interface SentResults {
  /** The same for the same results, in every process. */
  readonly id: string;
  /** The results answer as JSON, without `request_id`. */
  readonly json: string;
  /** No more results will come. */
  readonly done: boolean;
}

/** Who listens to a search. */
export interface Listener {
  results(sent: SentResults): void;
  /** The search is the listener's no longer. */
  refused(why: RequestRefused): void;
}

/** The searches of one process that somebody listens to. */
export interface ResultStreams {
  /**
   * Tells the listener whenever the results change, from this call on. Resolves with the results as they are and a
   * function that ends it. Throws RequestRefused, or an outage.
   */
  listen(
    caller: Caller,
    id: string,
    listener: Listener,
  ): Promise<{ readonly now: SentResults; readonly stop: () => void }>;
}
