/** One request as it leaves. `path` includes the query. */

export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The whole request: name look-up, connecting, sending, the complete answer. */
  readonly timeoutMs: number;
  /** No byte leaves after it, by the wall clock: other processes decide by it what became of the request. Absent: no limit. */
  readonly sendBy?: Date;
}

/** How a request may travel. */
export interface Travel {
  /** http:// is allowed (test systems). */
  readonly insecureHttp: boolean;
  /**
   * A connection of its own, closed after it. A reset on a reused connection can't be told from a request that was
   * read, so only what may safely be repeated travels on kept ones.
   */
  readonly freshConnection: boolean;
}

/** A request as it will leave, but for its secrets: header values still hold `${secret:NAME}`. Header names in lower case. */
export interface PreparedRequest {
  readonly request: Omit<OutboundRequest, 'url'> & { readonly url: string };
  readonly travel: Travel;
}
