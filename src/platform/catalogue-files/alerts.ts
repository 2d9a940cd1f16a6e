import {
  DEFAULT_HEARTBEAT_MS,
  type AlertAddress,
  type AlertChannel,
  type AlertSettings,
} from '../../core/alerts/settings.js';
import { DEFAULT_THRESHOLDS, type Thresholds } from '../../core/alerts/thresholds.js';
import { compact } from '../../core/catalogue/compact.js';
import { formatDuration, parseDuration } from '../../core/catalogue/duration.js';
import { formatShare, parseShare } from '../../core/catalogue/share.js';
import { DEFAULTS, filled, unless } from './defaults.js';
import { formatMinute, minuteOf } from '../../core/catalogue/wall-clock.js';
import type { RawAlertAddress, RawAlertChannel, RawAlerts } from './raw.js';

/** The name of a threshold in files, where a value has its unit: `breaker_open` for `breaker_open_ms`. */
export type ThresholdKey<Stored = keyof Thresholds> = Stored extends `${infer Name}_${'ms' | 'bp'}`
  ? Name
  : Stored;

const THRESHOLD_KEYS = (Object.keys(DEFAULT_THRESHOLDS) as (keyof Thresholds)[]).map(
  (stored) => [stored.replace(/_(ms|bp)$/, ''), stored] as const,
);

/** The defaults as files say them. */
export const DEFAULT_FILE_THRESHOLDS = Object.fromEntries(
  THRESHOLD_KEYS.map(([file, stored]) => [file, typedOf(stored, DEFAULT_THRESHOLDS[stored])]),
) as Readonly<Record<ThresholdKey, string | number>>;

/** From files to the stored form. */
export const normaliseAlerts = ({ thresholds = {}, channels = [], heartbeat }: RawAlerts): AlertSettings =>
  compact({
    thresholds: Object.fromEntries(
      THRESHOLD_KEYS.flatMap(([file, stored]) => {
        const typed = thresholds[file];
        return typed === undefined ? [] : [[stored, numberOf(typed)]];
      }),
    ),
    channels: channels.map(normaliseChannel),
    heartbeat: heartbeat && {
      ...addressOf(heartbeat.url, heartbeat),
      every_ms: parseDuration(heartbeat.every ?? '') ?? DEFAULT_HEARTBEAT_MS,
    },
  });

const numberOf = (typed: string | number): number =>
  typeof typed === 'number' ? typed : (parseDuration(typed) ?? parseShare(typed) ?? 0);

function normaliseChannel(raw: RawAlertChannel): AlertChannel {
  const { name, least = DEFAULTS.least, digest: daily, email, slack, webhook } = raw;
  const digest = daily && compact({ at: minuteOf(daily.at) ?? 0, time_zone: daily.time_zone });
  const head = compact({ name, least, digest });
  if (email) return { ...head, via: { kind: 'email', to: email } };
  const kind = slack === undefined ? 'webhook' : 'slack';
  return { ...head, via: { kind, ...addressOf(slack ?? webhook ?? '', raw) } };
}

const addressOf = (
  url: string,
  { headers = {}, insecure_http = DEFAULTS.insecure_http }: Omit<RawAlertAddress, 'url'>,
): AlertAddress => ({ url, headers, insecure_http });

/** From the stored form to files. */
export const exportAlerts = ({ thresholds, channels, heartbeat }: AlertSettings): RawAlerts =>
  compact({
    thresholds: unless(
      Object.fromEntries(
        THRESHOLD_KEYS.flatMap(([file, stored]) => {
          const value = thresholds[stored];
          return value === undefined ? [] : [[file, typedOf(stored, value)]];
        }),
      ),
      {},
    ),
    channels: filled(channels.map(exportChannel)),
    heartbeat: heartbeat && {
      ...exportAddress('url', heartbeat),
      every: unless(formatDuration(heartbeat.every_ms), formatDuration(DEFAULT_HEARTBEAT_MS)),
    },
  }) as RawAlerts;

function typedOf(stored: keyof Thresholds, value: number): string | number {
  if (stored.endsWith('_ms')) return formatDuration(value);
  return stored.endsWith('_bp') ? formatShare(value) : value;
}

const exportChannel = ({ name, least, digest, via }: AlertChannel): RawAlertChannel => ({
  name,
  ...compact({
    least: unless(least, DEFAULTS.least),
    digest: digest && compact({ at: formatMinute(digest.at), time_zone: digest.time_zone }),
  }),
  ...(via.kind === 'email' ? { email: [...via.to] } : exportAddress(via.kind, via)),
});

const exportAddress = (key: 'url' | 'slack' | 'webhook', { url, headers, insecure_http }: AlertAddress) =>
  compact({
    [key]: url,
    headers: unless(headers, {}),
    insecure_http: unless(insecure_http, DEFAULTS.insecure_http),
  });
