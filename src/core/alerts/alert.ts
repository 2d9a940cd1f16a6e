import { severityRank, type Finding, type Severity } from './finding.js';
import type { Findings } from './find-all.js';
import { isMuted, type Mute } from './mute.js';

/** A finding that is stored: since when it fires, and what was told of it. Its id is that of the finding. */
export interface Alert extends Finding {
  readonly state: 'firing' | 'resolved';
  /** When it began to fire this time. */
  readonly fired_at: Date;
  /** Since when the finding is gone. It is resolved a little later. */
  readonly gone_since?: Date;
  readonly resolved_at?: Date;
  /** What was told since it fires. Absent: nothing. A resolved alert has it until its end is told. */
  readonly told?: {
    readonly at: Date;
    readonly severity: Severity;
    readonly times: number;
    /** The highest severity of all that was told since it fires. Absent: `severity`. */
    readonly highest?: Severity;
  };
  /** Counts the changes. */
  readonly version: number;
}

/** A finding that comes and goes is one alert, and not many. */
const RESOLVED_AFTER_MS = 120_000;
const REPEATED_AFTER_MS = 24 * 3_600_000;

/** The alerts that change. `stored`: those that fire, and resolved ones whose end is not told. */
export function nextAlerts(stored: readonly Alert[], { findings, known, at }: Findings): Alert[] {
  const before = new Map(stored.map((alert) => [alert.id, alert]));
  const found = new Set(findings.map(({ id }) => id));
  const gone = stored.filter(
    ({ id, rule, state }) => state === 'firing' && known.has(rule) && !found.has(id),
  );
  return [
    ...findings.flatMap((finding) => fired(before.get(finding.id), finding, at)),
    ...gone.flatMap((alert) => ended(alert, at)),
  ];
}

function fired(before: Alert | undefined, finding: Finding, at: Date): Alert[] {
  const version = (before?.version ?? 0) + 1;
  if (before?.state !== 'firing') {
    // Its former end may not be told yet. Then it is told as if it had never ended.
    const { told, fired_at = at } = before?.told ? before : {};
    return [{ ...finding, state: 'firing', fired_at, ...(told && { told }), version }];
  }
  const { gone_since, ...rest } = before;
  const isSame =
    gone_since === undefined &&
    finding.severity === before.severity &&
    finding.sentence === before.sentence &&
    finding.count === before.count;
  return isSame ? [] : [{ ...rest, ...finding, since: before.since, version }];
}

function ended(alert: Alert, at: Date): Alert[] {
  const version = alert.version + 1;
  if (!alert.gone_since) return [{ ...alert, gone_since: at, version }];
  if (at.getTime() - alert.gone_since.getTime() < RESOLVED_AFTER_MS) return [];
  return [{ ...alert, state: 'resolved', resolved_at: alert.gone_since, version }];
}

/** `worse`: more severe than when it was told. `still`: a day later. */
export type NoticeKind = 'fired' | 'worse' | 'still' | 'resolved';

/** Something to tell of an alert. */
export interface Notice {
  /** The same notice has the same id, however often and by whichever process it is found. */
  readonly id: string;
  readonly kind: NoticeKind;
  readonly alert: Alert;
  /** The alert when this is told. */
  readonly after: Alert;
}

/** What is to be told now. A muted alert is told when its mute ends, if it still fires then. */
export function noticesOf(alerts: readonly Alert[], mutes: readonly Mute[], at: Date): Notice[] {
  return alerts.flatMap((alert) => {
    const kind = kindOf(alert, isMuted(alert, mutes, at), at);
    if (kind === undefined) return [];
    const { told, ...rest } = alert;
    const times = (told?.times ?? 0) + 1;
    const id = [alert.id, alert.fired_at.getTime(), kind, times].join('|');
    const next = { ...rest, version: alert.version + 1 };
    const { severity } = alert;
    const highest = higher(highestTold(alert) ?? severity, severity);
    const after = kind === 'resolved' ? next : { ...next, told: { at, severity, times, highest } };
    return [{ id, kind, alert, after }];
  });
}

/** The most severe that was told since it fires. Undefined: nothing was told. */
export const highestTold = ({ told }: Pick<Alert, 'told'>): Severity | undefined =>
  told?.highest ?? told?.severity;

const higher = (a: Severity, b: Severity): Severity => (severityRank(a) > severityRank(b) ? a : b);

function kindOf(
  { state, severity, told, gone_since }: Alert,
  muted: boolean,
  at: Date,
): NoticeKind | undefined {
  // The end of what was told is told even if it is muted since: nobody has to look any more.
  if (state === 'resolved') return told ? 'resolved' : undefined;
  if (muted || gone_since) return undefined;
  if (!told) return 'fired';
  if (severityRank(severity) > severityRank(told.severity)) return 'worse';
  return at.getTime() - told.at.getTime() >= REPEATED_AFTER_MS ? 'still' : undefined;
}
