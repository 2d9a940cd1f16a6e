import type { Caller } from '../affiliate-ownership.js';
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

/** What a listener gets. */
export interface Listening {
  /** The results as they are. */
  readonly now: SentResults;
  /** Why they would be refused now: the campaign was taken away from the affiliate. Reads nothing. */
  readonly refusal: () => RequestRefused | undefined;
  /** Ends it. */
  readonly stop: () => void;
}

/** The searches of one process that somebody listens to. */
export interface ResultStreams {
  /** Tells the listener whenever the results change, from this call on. Throws RequestRefused, or an outage. */
  listen(caller: Caller, id: string, listener: Listener): Promise<Listening>;
}
