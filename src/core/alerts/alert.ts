import { severityRank, type Finding, type Severity } from './finding.js';
import type { Findings } from './apply-rules.js';
import { muteOf, type Mute } from './mute.js';

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
    /** The notice that was told last, while its messages may not be in the outbox yet. */
    readonly owed?: FiringKind;
  };
  /** Counts the changes since it fires. */
  readonly version: number;
}

/** A finding that comes and goes is one alert, and not many. */
const RESOLVED_AFTER_MS = 120_000;
const REPEATED_AFTER_MS = 24 * 3_600_000;

/** The alerts that change. `stored`: those that fire, and owe nothing. */
export function nextAlerts(stored: readonly Alert[], { findings, known, unclear, at }: Findings): Alert[] {
  const before = new Map(stored.map((alert) => [alert.id, alert]));
  const found = new Set(findings.map(({ id }) => id));
  const gone = stored.filter(
    ({ id, rule, state }) => state === 'firing' && known.has(rule) && !unclear.has(id) && !found.has(id),
  );
  return [
    ...findings.flatMap((finding) => fired(before.get(finding.id), finding, at)),
    ...gone.flatMap((alert) => ended(alert, at)),
  ];
}

/** What still fires though its rule can say nothing of it now, as it was found last. */
export const keptFindings = (
  stored: readonly Alert[],
  { findings, unclear }: Pick<Findings, 'findings' | 'unclear'>,
): Finding[] => {
  const found = new Set(findings.map(({ id }) => id));
  return stored
    .filter(({ id, state }) => state === 'firing' && unclear.has(id) && !found.has(id))
    .map((alert) => {
      const { state: _state, fired_at: _fired, gone_since: _gone, resolved_at: _resolved, ...rest } = alert;
      const { told: _told, version: _version, ...finding } = rest;
      return finding;
    });
};

function fired(before: Alert | undefined, finding: Finding, at: Date): Alert[] {
  if (before?.state !== 'firing') return [{ ...finding, state: 'firing', fired_at: at, version: 1 }];
  const { gone_since, ...rest } = before;
  const isSame =
    gone_since === undefined &&
    finding.severity === before.severity &&
    finding.sentence === before.sentence &&
    finding.count === before.count;
  return isSame ? [] : [{ ...rest, ...finding, since: before.since, version: before.version + 1 }];
}

function ended(alert: Alert, at: Date): Alert[] {
  const version = alert.version + 1;
  if (!alert.gone_since) return [{ ...alert, gone_since: at, version }];
  if (at.getTime() - alert.gone_since.getTime() < RESOLVED_AFTER_MS) return [];
  return [{ ...alert, state: 'resolved', resolved_at: alert.gone_since, version }];
}

/** `worse`: more severe than when it was told. `still`: a day later. */
type FiringKind = 'fired' | 'worse' | 'still';
export type NoticeKind = FiringKind | 'resolved';

/** Something to tell of an alert, which owes it. */
export interface Notice {
  /** The same notice has the same id, however often and by whichever process it is found. */
  readonly id: string;
  readonly kind: NoticeKind;
  readonly alert: Alert;
  /** The alert when this is in the outbox. */
  readonly after: Alert;
}

/**
 * The alerts of which something is to be told now: they owe it from now on. A muted alert is told when its mute ends,
 * if it still fires then. The end of what was told is owed by itself, also if it is muted since: nobody has to look any
 * more.
 */
export function alertsToSend(alerts: readonly Alert[], mutes: readonly Mute[], at: Date): Alert[] {
  return alerts.flatMap((alert) => {
    const owed = muteOf(alert, mutes, at) ? undefined : kindOf(alert, at);
    if (owed === undefined) return [];
    const { severity, version } = alert;
    const times = (alert.told?.times ?? 0) + 1;
    const highest = higher(highestSent(alert) ?? severity, severity);
    return [{ ...alert, told: { at, severity, times, highest, owed }, version: version + 1 }];
  });
}

/** What alerts owe. */
export const owedNotices = (alerts: readonly Alert[]): Notice[] =>
  alerts.flatMap((alert) => {
    const { told, ...rest } = alert;
    if (!told) return [];
    const { owed, ...paid } = told;
    const isOver = alert.state === 'resolved';
    const kind = isOver ? 'resolved' : owed;
    if (kind === undefined) return [];
    const times = isOver ? told.times + 1 : told.times;
    const id = [alert.id, alert.fired_at.getTime(), kind, times].join('|');
    const after = { ...rest, ...(isOver ? {} : { told: paid }), version: alert.version + 1 };
    return [{ id, kind, alert, after }];
  });

/** The most severe that was told since it fires. Undefined: nothing was told. */
export const highestSent = ({ told }: Pick<Alert, 'told'>): Severity | undefined =>
  told?.highest ?? told?.severity;

const higher = (a: Severity, b: Severity): Severity => (severityRank(a) > severityRank(b) ? a : b);

function kindOf({ state, severity, told, gone_since }: Alert, at: Date): FiringKind | undefined {
  if (state === 'resolved' || gone_since) return undefined;
  if (!told) return 'fired';
  if (severityRank(severity) > severityRank(told.severity)) return 'worse';
  return at.getTime() - told.at.getTime() >= REPEATED_AFTER_MS ? 'still' : undefined;
}
