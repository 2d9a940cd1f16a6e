import { severityRank, type Finding } from '../alerts/finding.js';
import { muteOf, type Mute } from '../alerts/mute.js';
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
}

/** A finding with what people did about it. */
export interface AttentionItem extends Finding {
  /** What helps. Null: nothing that the console can do. */
  readonly help: Help | null;
  readonly taken_by: Staff | null;
  readonly note: Note | null;
  readonly mute: Mute | null;
}

/**
 * The findings, most urgent first, the oldest of equal ones first, muted ones last. What people did about an earlier
 * occurrence of the same trouble does not count.
 */
export function attentionList(
  findings: readonly Finding[],
  attention: readonly Attention[],
  mutes: readonly Mute[],
  now: Date,
): AttentionItem[] {
  const by = new Map(attention.map((one) => [one.id, one]));
  return findings
    .map((finding): AttentionItem => {
      const { taken_by = null, note = null } = currentOf(finding, by.get(finding.id));
      const mute = muteOf(finding, mutes, now) ?? null;
      return { ...finding, help: helpFor(finding), taken_by, note, mute };
    })
    .sort(byUrgency);
}

/** What people did about this occurrence. A finding that began after their last change is another one. */
export const currentOf = (
  { since }: Pick<Finding, 'since'>,
  attention: Attention | null | undefined,
): Partial<Attention> => (attention && since <= attention.at ? attention : {});

const byUrgency = (a: AttentionItem, b: AttentionItem): number =>
  Number(a.mute !== null) - Number(b.mute !== null) ||
  severityRank(b.severity) - severityRank(a.severity) ||
  a.since.getTime() - b.since.getTime() ||
  (a.id < b.id ? -1 : 1);
