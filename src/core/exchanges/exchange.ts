/** What kind of call it was. `callback` is one that came to us; we made all others. */
export const EXCHANGE_KINDS = [
  'delivery',
  'search',
  'follow_up',
  'verification',
  'callback',
  'webhook',
  'postback',
] as const;
export type ExchangeKind = (typeof EXCHANGE_KINDS)[number];
/** Those that belong to an attempt of a lead. */
export const KINDS_OF_ATTEMPTS: readonly ExchangeKind[] = [
  'verification',
  'delivery',
  'follow_up',
  'callback',
];

/** The `submission_or_run` of what an affiliate is told: it is about the lead as it is then. */
export const OF_NONE = 0;

/** Which record an exchange is about, and its place there. */
export interface ExchangeAbout {
  readonly kind: ExchangeKind;
  readonly of: 'lead' | 'search';
  readonly record_id: string;
  /** The submission or run number, or `OF_NONE`. */
  readonly submission_or_run: number;
  /**
   * The attempt that a delivery, a follow-up or a callback belongs to, or that would follow a verification step; the
   * revision of a webhook.
   */
  readonly number: number;
}

/** A text that may have been too long to keep. */
export interface KeptText {
  readonly text: string;
  /** How many characters it had. Absent: this is all of it. */
  readonly cut_of?: number;
}

type Headers = Readonly<Record<string, string>>;

export interface KeptRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body?: KeptText;
}

export interface KeptAnswer {
  /** Absent: not even its headers could be read. `body` is all that came, and no rule is applied to it. */
  readonly status?: number;
  readonly headers: Headers;
  readonly body: KeptText;
}

/** What was said. It is stored sealed, and holds no secret. */
export interface ExchangeContent {
  readonly request: KeptRequest;
  /** Of an unknown outcome: what was heard of it. Absent: nothing. */
  readonly answer?: KeptAnswer;
}

/** One request with its answer: evidence of what another party was told, and what it said. */
export interface Exchange extends ExchangeAbout, ExchangeContent {
  readonly id: string;
  /** The id of the offer, the lane of an affiliate's endpoint, or the name of a verification step. */
  readonly destination: string;
  readonly at: Date;
  readonly took_ms: number;
  readonly outcome: 'answered' | 'never_sent' | 'unknown';
  readonly status?: number;
  /** Why there is no answer, in words without personal data. */
  readonly detail?: string;
}

/** The most characters of a body that are kept. An answer of more than 256 KiB is not even read. */
export const MAX_BODY = 64 * 1024;
const MAX_HEADERS = 60;
const MAX_HEADER = 2_000;
const MAX_URL = 8_000;

/** The text, or its beginning with its length. */
export const cutText = (text: string, length = text.length): KeptText =>
  length <= MAX_BODY && text.length <= MAX_BODY
    ? { text }
    : // Half of a surrogate pair is no text.
      { text: text.slice(0, MAX_BODY).replace(/[\ud800-\udbff]$/, ''), cut_of: length };

export const cutUrl = (url: string): string => (url.length <= MAX_URL ? url : `${url.slice(0, MAX_URL)}…`);

/** The first headers, each with the beginning of its value. */
export const cutHeaders = (headers: Headers): Headers =>
  Object.fromEntries(
    Object.entries(headers)
      .slice(0, MAX_HEADERS)
      .map(([name, value]) => [name, value.length <= MAX_HEADER ? value : `${value.slice(0, MAX_HEADER)}…`]),
  );
