import { severityRank, type Finding, type Severity } from '../alerts/finding.js';
import { helpFor, type Help } from './help.js';

/** Who did something: an operator key or a person, by id, with the name of that time. */
export interface Staff {
  readonly id: string;
  readonly name: string;
}

/** Somebody's words about a finding. */
export interface Note {
  readonly text: string;
  readonly by: Staff;
  readonly at: Date;
}

/** What people did about a finding. Stored under the finding's id. */
export interface Attention {
  readonly id: string;
  /** The last change. */
  readonly at: Date;
  readonly taken_by?: Staff;
  readonly note?: Note;
  readonly snoozed?: { readonly until: Date; readonly by: Staff; readonly severity: Severity };
}

/** A finding with what people did about it. */
export interface AttentionItem extends Finding {
  /** What helps. Null: nothing that the console can do. */
  readonly help: Help | null;
  readonly taken_by: Staff | null;
  readonly note: Note | null;
  readonly snoozed_until: Date | null;
}

/**
 * The findings, most urgent first, the oldest of equal ones first, snoozed ones last. What people did about an earlier
 * occurrence of the same trouble does not count.
 */
export function attentionList(
  findings: readonly Finding[],
  attention: readonly Attention[],
  now: Date,
): AttentionItem[] {
  const by = new Map(attention.map((one) => [one.id, one]));
  return findings.map((finding) => itemOf(finding, by.get(finding.id), now)).sort(byUrgency);
}

function itemOf(finding: Finding, attention: Attention | undefined, now: Date): AttentionItem {
  const { taken_by = null, note = null, snoozed } = currentOf(finding, attention);
  const help = helpFor(finding);
  return { ...finding, help, taken_by, note, snoozed_until: snoozedUntil(finding, snoozed, now) };
}

/** What people did about this occurrence. A finding that began after their last change is another one. */
export const currentOf = (
  { since }: Pick<Finding, 'since'>,
  attention: Attention | null | undefined,
): Partial<Attention> => (attention && since <= attention.at ? attention : {});

/** A snooze ends early when the trouble gets worse. */
function snoozedUntil({ severity }: Finding, snoozed: Attention['snoozed'], now: Date): Date | null {
  if (!snoozed || snoozed.until <= now || severityRank(severity) > severityRank(snoozed.severity))
    return null;
  return snoozed.until;
}

const byUrgency = (a: AttentionItem, b: AttentionItem): number =>
  Number(a.snoozed_until !== null) - Number(b.snoozed_until !== null) ||
  severityRank(b.severity) - severityRank(a.severity) ||
  a.since.getTime() - b.since.getTime() ||
  (a.id < b.id ? -1 : 1);
