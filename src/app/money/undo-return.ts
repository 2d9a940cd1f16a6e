import { undoReturn, type UndoRequest } from '../../core/money/undo-return.js';
import type { LeadStore } from '../ports/lead-store.js';

/** How often the update is tried while another caller changes the lead at the same moment. */
const MAX_TRIES = 3;

export interface UndoPorts {
  readonly leads: Pick<LeadStore, 'read' | 'transition'>;
  readonly clock: () => Date;
}

/**
 * The result. `begun`: the sweeper first takes back the cap place, and the claims if it can, and then undoes the
 * return.
 */
export type ReturnUndone =
  | { readonly outcome: 'undone' | 'begun' | 'later' | 'no_lead' }
  /** `by`: who undid it before, or undoes it. */
  | { readonly outcome: 'refused'; readonly why: string; readonly by?: string };

/** Undoes a mistaken return by one conditional update, or lets the sweeper do so. */
export async function undoLeadReturn(
  { leads, clock }: UndoPorts,
  id: string,
  request: UndoRequest,
): Promise<ReturnUndone> {
  for (let tries = 1; ; tries += 1) {
    const lead = await leads.read(id);
    if (!lead) return { outcome: 'no_lead' };
    const undoing = undoReturn(lead, request, clock());
    if (undoing.kind === 'refused') {
      const { kind: outcome, ...told } = undoing;
      return { outcome, ...told };
    }
    if (await leads.transition(undoing.when, undoing.change))
      return { outcome: undoing.kind === 'undo' ? 'undone' : 'begun' };
    if (tries === MAX_TRIES) return { outcome: 'later' };
  }
}
