import { standingReturn } from '../../core/money/returned.js';
import { undoReturn, type UndoRequest } from '../../core/money/undo-return.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import type { Acted } from '../lead-files/act-on-leads.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { ReturnStore } from '../ports/return-store.js';
import { refused } from './return-lead.js';

/** How often the update is tried while another caller changes the lead at the same moment. */
const MAX_TRIES = 3;

interface UndoPorts {
  readonly leads: Pick<LeadStore, 'read' | 'transition'>;
  readonly returns: Pick<ReturnStore, 'giveBack'>;
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
  { leads, returns, clock }: UndoPorts,
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
    if (await leads.transition(undoing.when, undoing.change)) {
      if (undoing.kind === 'begin') return { outcome: 'begun' };
      const { share } = standingReturn(lead) ?? {};
      if (share !== undefined) await returns.giveBack(share);
      return { outcome: 'undone' };
    }
    if (tries === MAX_TRIES) return { outcome: 'later' };
  }
}

/**
 * Undoes the return of one lead, with entries in the audit log. The same person may repeat it. Throws ActRefused if nothing
 * was changed.
 */
export async function undoReturnAs(
  ports: UndoPorts,
  audit: AuditPorts,
  id: string,
  request: UndoRequest,
): Promise<Acted<'undone' | 'begun' | 'already'>> {
  const done = await audited(
    audit,
    { action: 'lead.return_undo', on: { kind: 'lead', ids: [id] }, why: request.why },
    () => undoLeadReturn(ports, id, request),
    ({ outcome }) => ({ result: outcome === 'undone' || outcome === 'begun' ? 'done' : 'refused' }),
  );
  switch (done.outcome) {
    case 'undone':
      return { outcome: 'undone', sentence: 'The return is undone. That is booked within seconds.' };
    case 'begun':
      return {
        outcome: 'begun',
        sentence:
          'The return is being undone: within seconds, it is booked, the sale counts in its caps again, and its claims are taken back if they are still free.',
      };
    case 'refused':
      if (done.by !== request.by) throw refused(done.why);
      return { outcome: 'already', sentence: 'Nothing changed: you undid the return of this lead before.' };
    default:
      throw refused(done.outcome);
  }
}
