/** How long an answer takes: `300ms`, evenly between two values, or with a median of `p50` and 1 % above `p99`. */
export type Latency =
  string | { readonly uniform: readonly [string, string] } | { readonly p50: string; readonly p99: string };

/** The probability of each behavior by name: 0 to 1, together at most 1. */
export type Rates = Readonly<Record<string, number>>;

/** An answer as this party writes it. Texts may contain `{{names}}`. */
export interface Shape {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** `json`, `xml`, `form`, `text`, `html` or a whole content type. */
  readonly type?: string;
  readonly body?: unknown;
  /** For a party's own answer: the party has the lead from here on. */
  readonly takes?: boolean;
}
export type Shapes = Readonly<Record<string, Shape>>;

/** A condition on a request, and what to do when it holds. Exactly one of `is`, `one_of`, `matches`, `missing`. */
export interface Rule {
  /** A path into the received data, or: */
  readonly field?: string;
  readonly header?: string;
  readonly is?: string;
  readonly one_of?: readonly string[];
  readonly matches?: string;
  readonly missing?: boolean;
  readonly on?: 'lead' | 'search';
  readonly do: string;
}

/** Where to find values in the received data: paths with dots. */
export interface Reads {
  readonly last_name: string;
  readonly city: string;
  readonly person: string;
  readonly offer: string;
  readonly program: string;
  readonly callback_url: string;
}

/** A party that the sandbox plays, as in the file. A partner answers searches first, and takes leads like a buyer. */
export interface Party {
  readonly handle: string;
  readonly kind: 'buyer' | 'partner';
  readonly name: string;
  /** The same Idempotency-Key is the same lead: a retry gets an answer, and the party takes nothing. */
  readonly idempotent: boolean;
  /** The party answers "duplicate" if it has this person under another Idempotency-Key. */
  readonly duplicates: boolean;
  readonly down: boolean;
  /** Added to every answer, in milliseconds. */
  readonly delay_ms: number;
  readonly latency: Latency;
  readonly search_latency?: Latency;
  readonly reads: Reads;
  readonly rules: readonly Rule[];
  /** False: last names and cities mean nothing. */
  readonly names: boolean;
  readonly rates?: Rates;
  readonly otherwise: string;
  readonly bursts?: { readonly every: string; readonly for: string; readonly do: string };
  readonly answers: Shapes;
  readonly follow_up: Shapes;
  readonly callback: {
    readonly after: string;
    readonly tries: number;
    readonly secret?: string;
    readonly answers: Shapes;
  };
  /** A partner's results for every search; `payout` is its bid in dollars. */
  readonly finds: readonly Readonly<Record<string, unknown>>[];
}

/** A whole file. */
export interface SandboxFile {
  /** The seed for all random choices. */
  readonly seed: string;
  /** A catalogue for these parties, relative to the file. `npm start -- --sandbox FILE` applies it if none is in force. */
  readonly catalogue?: string;
  readonly parties: readonly Party[];
}
