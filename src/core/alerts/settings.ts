import type { Severity } from './finding.js';
import { DEFAULT_THRESHOLDS, type Thresholds } from './thresholds.js';

/** An address that is called, and what it needs. The address and the headers may hold `${secret:NAME}`. */
export interface AlertAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly insecure_http: boolean;
}

/** When a digest leaves. */
export interface DigestTime {
  /** Minutes after midnight. */
  readonly at: number;
  /** Absent: the accounting zone. */
  readonly time_zone?: string;
}

/** Where alerts are told. */
export interface AlertChannel {
  /** Unique. Messages and their attempts are kept under it. */
  readonly name: string;
  /** Only alerts of this severity or a higher one. */
  readonly least: Severity;
  /** A message a day about the day before and what fires. Absent: none. */
  readonly digest?: DigestTime;
  readonly via:
    | { readonly kind: 'email'; readonly to: readonly string[] }
    /** `slack`: a message that Slack, Mattermost and others show. `webhook`: plain JSON. */
    | ({ readonly kind: 'slack' | 'webhook' } & AlertAddress);
}

/** An address outside that expects a call now and then, and tells somebody when none comes. */
export interface Heartbeat extends AlertAddress {
  readonly every_ms: number;
}

/** The group `alerts` of a catalogue, as it is stored. */
export interface AlertSettings {
  /** Those that are not the default. */
  readonly thresholds: Partial<Thresholds>;
  readonly channels: readonly AlertChannel[];
  readonly heartbeat?: Heartbeat;
}

export const DEFAULT_HEARTBEAT_MS = 60_000;

const NO_ALERTS: AlertSettings = { thresholds: {}, channels: [] };

/** The settings of a version. One without the group has no channels. */
export const alertSettingsOf = ({ alerts }: { readonly alerts?: AlertSettings }): AlertSettings =>
  alerts ?? NO_ALERTS;

export const thresholdsOf = (version: { readonly alerts?: AlertSettings }): Thresholds => ({
  ...DEFAULT_THRESHOLDS,
  ...alertSettingsOf(version).thresholds,
});
