import type { AttemptMoney } from '../money/entry.js';

/** `open`: the request may be on its way. See docs/mechanisms.md#never-sent-answered-unknown. */
export type AttemptOutcome =
  'open' | 'never_sent' | 'accepted' | 'rejected' | 'duplicate' | 'pending' | 'retry' | 'unknown';

/**
 * The recipient of an attempt, according to the catalogue at the time. It holds nothing secret: no path, header or
 * mapping.
 */
export interface SentTo {
  readonly buyer_id: string;
  /** The origin of the address that the lead was posted to, for example `https://leads.example.com`. */
  readonly delivery_origin: string;
  /** The origin of the follow-up address for pending leads, if there was one. */
  readonly status_origin?: string;
}

/** One request to a buyer, as a lead keeps it. */
export interface Attempt {
  /** 1, 2, … across all submissions of the lead. */
  readonly number: number;
  readonly submission: number;
  /** The fencing token (`runs`) of the run that opened the attempt. Attempts of other workers have other values. */
  readonly run: number;
  /** The name of the run (`Taken.by`), if it was a first run: another worker may have taken the lead with the same token. */
  readonly by?: string;
  readonly at: Date;
  readonly timeout_ms: number;
  /** The last moment at which the attempt's request may start. */
  readonly send_by: Date;
  readonly sent_to: SentTo;
  /** What an acceptance of this attempt is booked with. */
  readonly money: AttemptMoney;
  readonly outcome: AttemptOutcome;
  readonly ended_at?: Date;
  readonly duration_ms?: number;
  /** HTTP status of the answer, when there was one. */
  readonly status?: number;
  /** Host and port of the proxy through which the request left. Absent: it went directly, or never left. */
  readonly via?: string;
  /** For the operator: an error class, or the rule that read the answer. It holds no personal data. */
  readonly detail?: string;
}
