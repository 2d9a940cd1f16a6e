export type Encoding = 'json' | 'form' | 'xml';

/** An address of a buyer or partner, and how to send requests to it. Headers contain secrets only by name. */
export interface Endpoint {
  readonly url: string;
  readonly method: 'POST' | 'PUT';
  /** Values may contain `${secret:NAME}`. The process that makes the request takes the secret from its environment. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSONata that returns the body. Absent: the lead in Leadkeep's own format, as JSON. */
  readonly body?: string;
  /** The encoding of `body`. Absent: json. */
  readonly encoding?: Encoding;
  readonly timeout_ms: number;
  readonly insecure_http: boolean;
  /** The maximum rate of requests, over all processes. */
  readonly throttle?: { readonly per_minute: number };
  /** The maximum number of requests in flight, over all processes. */
  readonly max_in_flight?: number;
  /** Absent: `DEFAULT_BREAKER`. */
  readonly breaker?: Breaker;
}

/** When to stop requests to a destination that keeps failing. */
export interface Breaker {
  /** The number of consecutive failures that opens the breaker. */
  readonly failures: number;
  /** How long the breaker stays open before one request tries again. */
  readonly open_for_ms: number;
  /** Whether searches still return the destination's offers while the breaker is open. */
  readonly offer_while_open: boolean;
}
