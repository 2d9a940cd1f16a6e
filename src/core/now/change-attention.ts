import type { Finding } from '../alerts/finding.js';
import { cleanOperatorWords } from '../clean-words.js';
import { currentOf, type Attention, type Note, type Staff } from './attention.js';

/** What somebody does about a finding. Absent members stay as they are; null removes. */
export interface AttentionChange {
  /** True: it is mine. False: nobody has it. */
  readonly take?: boolean;
  readonly note?: string | null;
}

export type Changed =
  | { readonly outcome: 'changed'; readonly attention: Attention }
  | { readonly outcome: 'taken'; readonly by: Staff };

/**
 * Applies a change to what people did about a finding so far. `taken`: somebody else has it. A note is cleaned like a
 * reason, because it may be about a person.
 */
export function changeAttention(
  finding: Pick<Finding, 'id' | 'since'>,
  before: Attention | null,
  change: AttentionChange,
  { who, now }: { readonly who: Staff; readonly now: Date },
): Changed {
  const { taken_by, note } = currentOf(finding, before);
  if (change.take === true && taken_by !== undefined && taken_by.id !== who.id)
    return { outcome: 'taken', by: taken_by };
  const taken = change.take === undefined ? taken_by : change.take ? who : undefined;
  const noted = change.note === undefined ? note : noteOf(change.note, who, now);
  // Later than the last change, so that no two changes are taken for the same one.
  const at = new Date(Math.max(now.getTime(), (before?.at.getTime() ?? 0) + 1));
  return {
    outcome: 'changed',
    attention: {
      ...{ id: finding.id, at },
      ...(taken && { taken_by: taken }),
      ...(noted && { note: noted }),
    },
  };
}

function noteOf(text: string | null, by: Staff, at: Date): Note | undefined {
  const cleaned = cleanOperatorWords(text ?? undefined);
  return cleaned === undefined ? undefined : { text: cleaned, by, at };
}
