/** A call that the affiliates' API answered 4xx. It holds no value that the caller sent, except the request's id. */
export interface RefusedCall {
  readonly at: Date;
  readonly request_id: string;
  /** The route as in the table of routes. */
  readonly route: string;
  readonly http: number;
  readonly code: string;
  /** The field or parameter at fault. `*`: one that the API does not have, so the caller made up its name. */
  readonly field?: string;
  /** The first characters of the key. Absent: no valid key was sent. */
  readonly key_prefix?: string;
  readonly affiliate_id?: string;
  /** The affiliate's campaign that the call named. Absent: none, or not one of the affiliate's. */
  readonly campaign_id?: string;
}

/** Which refused calls to list. All that is given must fit. */
export interface RefusedCallQuery {
  readonly from?: Date;
  readonly to: Date;
  readonly affiliate_id?: string;
  readonly campaign_id?: string;
  readonly code?: string;
  readonly field?: string;
  readonly key_prefix?: string;
  readonly request_id?: string;
}

/** How many calls were refused for the same fault. */
export interface RefusedCount extends Pick<RefusedCall, 'affiliate_id' | 'campaign_id' | 'code' | 'field'> {
  readonly count: number;
  readonly last_at: Date;
}

/** Reads the refused calls that are kept. Throws on an outage. */
export interface RefusedCallReader {
  /** The newest that fit, newest first. One command. */
  list(query: RefusedCallQuery, limit: number): Promise<RefusedCall[]>;
  /** Those with this request id, newest first. One command. */
  byRequest(requestId: string, limit: number): Promise<RefusedCall[]>;
  /** Those of affiliates since then, counted, the most frequent `limit` faults. One command. */
  countSince(from: Date, limit: number): Promise<RefusedCount[]>;
}

/** Keeps refused calls. Throws on an outage. */
export interface RefusedCallStore {
  /** One command. */
  add(calls: readonly RefusedCall[]): Promise<void>;
  /**
   * Removes those from before then. If there are more than `most` left, also the oldest of the callers that have the
   * most, so that no caller takes the place of another one's. Callers without a key are one.
   */
  expire(before: Date, most: number): Promise<void>;
}
