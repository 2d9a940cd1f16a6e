/** One request as it is sent. The URL includes the query. */
export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The limit for the whole request: name look-up, connecting, sending, reading the complete answer. */
  readonly timeoutMs: number;
  /**
   * No byte is sent after this moment, by the wall clock. Other processes rely on it to decide what became of the
   * request. Absent: no limit.
   */
  readonly sendBy?: Date;
  /** Asked right before the first byte: why it must not be sent. Absent: nothing speaks against it. */
  readonly whyNot?: () => string | undefined;
}

/** How a request may be sent. */
export interface Travel {
  /** http:// is allowed (test systems). */
  readonly insecureHttp: boolean;
  /**
   * Uses a new connection and closes it afterwards. When a reused connection is reset, you can't know whether the
   * server read the request. So only requests that may safely be repeated use kept connections.
   */
  readonly freshConnection: boolean;
}

/**
 * A request as it will be sent, except for its secrets: header values still contain `${secret:NAME}`. Header names
 * are in lower case.
 */
export interface PreparedRequest {
  readonly request: Omit<OutboundRequest, 'url'> & { readonly url: string };
  readonly travel: Travel;
}
