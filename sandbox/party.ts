/** How long an answer takes: `300ms`, evenly between two, or mostly `p50` and in one of a hundred cases over `p99`. */
export type Latency =
  string | { readonly uniform: readonly [string, string] } | { readonly p50: string; readonly p99: string };

/** Behaviours by name, and how likely each is: 0 to 1, together at most 1. */
export type Rates = Readonly<Record<string, number>>;

/** An answer as this party writes it. Texts may hold `{{names}}`. */
export interface Shape {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** `json`, `xml`, `form`, `text`, `html` or a whole content type. */
  readonly type?: string;
  readonly body?: unknown;
  /** Of an answer with a name of its own: the party has the lead from here on. */
  readonly takes?: boolean;
}
export type Shapes = Readonly<Record<string, Shape>>;

/** What must hold of a request, and what is done then. Exactly one of `is`, `one_of`, `matches`, `missing`. */
export interface Rule {
  /** A path into what was received, or: */
  readonly field?: string;
  readonly header?: string;
  readonly is?: string;
  readonly one_of?: readonly string[];
  readonly matches?: string;
  readonly missing?: boolean;
  readonly on?: 'lead' | 'search';
  readonly do: string;
}

/** Where things stand in what it receives: paths with dots. */
export interface Reads {
  readonly last_name: string;
  readonly city: string;
  readonly person: string;
  readonly offer: string;
  readonly program: string;
  readonly callback_url: string;
}

/** Someone the sandbox plays, as the file says it. A partner is searched first and takes leads like a buyer. */
export interface Party {
  readonly handle: string;
  readonly kind: 'buyer' | 'partner';
  readonly name: string;
  /** The same Idempotency-Key is one lead to it: a repeat is answered, and takes nothing. */
  readonly idempotent: boolean;
  /** It says "duplicate" to a person whom it has by another Idempotency-Key. */
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
  /** What a partner finds for everybody; `payout` is its bid in dollars. */
  readonly finds: readonly Readonly<Record<string, unknown>>[];
}

/** A whole file. */
export interface SandboxFile {
  /** What chance is drawn from. */
  readonly seed: string;
  /** A catalogue for these parties, beside the file; `npm start -- --sandbox FILE` applies it when none is in force. */
  readonly catalogue?: string;
  readonly parties: readonly Party[];
}
