import type { Finding } from './finding.js';

/** Somebody wants to hear nothing of some alerts for a while. They still show. */
export interface Mute {
  readonly id: string;
  /** Absent: of all rules. */
  readonly rule?: string;
  /** The name or id of the subject, or the id of the entry that it belongs to. Absent: of all subjects. */
  readonly subject?: string;
  readonly until: Date;
  /** In words, without personal data. */
  readonly why: string;
  readonly by: string;
  readonly at: Date;
}

/** The longest mute: what nobody wants to hear of at all needs another threshold. */
export const MAX_MUTE_MS = 31 * 24 * 3_600_000;

export const isMuted = (
  { rule, subject }: Pick<Finding, 'rule' | 'subject'>,
  mutes: readonly Mute[],
  at: Date,
): boolean =>
  mutes.some(
    (mute) =>
      mute.until > at &&
      (mute.rule === undefined || mute.rule === rule) &&
      (mute.subject === undefined ||
        mute.subject === subject.name ||
        mute.subject === subject.id ||
        // The id of an endpoint begins with a word (`webhook:`), and not with the id of what it belongs to.
        (subject.kind !== 'endpoint' && subject.id.startsWith(`${mute.subject}:`))),
  );
