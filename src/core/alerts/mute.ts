import { severityRank, type Finding, type Severity } from './finding.js';

/** Somebody wants to hear nothing of some alerts for a while. They still show. */
export interface Mute {
  readonly id: string;
  /** Absent: of all rules. */
  readonly rule?: string;
  /** The name or id of the subject, or the id of the entry that it belongs to. Absent: of all subjects. */
  readonly subject?: string;
  /** What gets worse than this is told again. Absent: nothing is. */
  readonly up_to?: Severity;
  readonly until: Date;
  /** In words, without personal data. */
  readonly why: string;
  readonly by: string;
  readonly at: Date;
}

/** The longest mute: what nobody wants to hear of at all needs another threshold. */
export const MAX_MUTE_MS = 31 * 24 * 3_600_000;

/** The mute that silences a finding now, the last of the list if several do. Undefined: none. */
export const muteOf = (
  { rule, subject, severity }: Pick<Finding, 'rule' | 'subject' | 'severity'>,
  mutes: readonly Mute[],
  at: Date,
): Mute | undefined =>
  mutes.findLast(
    (mute) =>
      mute.until > at &&
      (mute.up_to === undefined || severityRank(severity) <= severityRank(mute.up_to)) &&
      (mute.rule === undefined || mute.rule === rule) &&
      (mute.subject === undefined ||
        mute.subject === subject.name ||
        mute.subject === subject.id ||
        // The id of an endpoint begins with a word (`webhook:`), and not with the id of what it belongs to.
        (subject.kind !== 'endpoint' && subject.id.startsWith(`${mute.subject}:`))),
  );
