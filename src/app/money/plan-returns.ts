import type { LeadRecord } from '../../core/lead/lead-record.js';
import { evaluateReturn, overShare, type ReturnAllowed } from '../../core/money/return-lead.js';
import { returnLimit, returnUnitPrefix } from '../../core/money/return-share.js';
import { standingReturn, undoneReturn } from '../../core/money/returned.js';
import { findLeads, type FindPorts } from '../lead-files/find-leads.js';
import type { RowIssue } from '../lead-files/read-lead-file.js';
import type { ReturnStore } from '../ports/return-store.js';
import type { ReturnRow } from './read-return-file.js';
import type { ReturnPorts } from './return-lead.js';

export interface ReturnPlanRequest extends Omit<ReturnPorts, 'leads' | 'returns'>, FindPorts {
  readonly returns: Pick<ReturnStore, 'sold' | 'room'>;
  readonly by: string;
  readonly override?: { readonly why: string };
}

/** A row whose lead is known. `already`: an earlier run returned it for this reason. */
export interface PlannedReturn {
  readonly line: number;
  readonly id: string;
  readonly reference?: string;
  readonly reason: string;
  readonly already: boolean;
  /** The rules that the return passes only because an operator overrides them. */
  readonly overrides: readonly string[];
}

/**
 * Finds the lead of every row, and the faults of the file as a whole: unknown leads, leads that come twice with
 * another reason, returns that a rule refuses. Equal rows count once. Changes nothing.
 */
export async function planReturns(
  rows: readonly ReturnRow[],
  request: ReturnPlanRequest,
): Promise<{ planned: PlannedReturn[]; faults: RowIssue[] }> {
  const { catalogue, clock, by, override, returns } = request;
  const firsts = new Map<string, ReturnRow>();
  const planned: PlannedReturn[] = [];
  const faults: RowIssue[] = [];
  const fits = shareCount(returns);
  for await (const some of findLeads(rows, request)) {
    for (const { row, found } of some) {
      const { line, reason } = row;
      const fault = (why: string): void => void faults.push({ line, why });
      if (typeof found === 'string') {
        fault(found);
        continue;
      }
      const first = firsts.get(found.id);
      firsts.set(found.id, first ?? row);
      if (first && first.reason !== reason)
        fault(`says ${reason} where line ${first.line} says ${first.reason}`);
      if (first) continue;
      const asked = { code: reason, by, mayRepeat: true as const, ...(override ? { override } : {}) };
      const evaluated = evaluateReturn({ lead: found, request: asked, catalogue, now: clock() });
      const one = plannedOf(row, found);
      if (evaluated.kind === 'allowed') {
        const full = await fits(evaluated);
        if (full && !override) fault(`the lead ${full}`);
        else planned.push({ ...one, overrides: [...evaluated.overrode, ...(full ? ['max_share'] : [])] });
      } else if (evaluated.rule === 'returned_before' && standingReturn(found)?.code === reason)
        planned.push({ ...one, already: true });
      else fault(`the lead ${evaluated.why}${undoneReturn(found) ? ALL_THE_SAME : ''}`);
    }
  }
  return { planned, faults };
}

const ALL_THE_SAME =
  ': to return it all the same, take the line out and use leadkeep lead return ID --reason CODE';

const plannedOf = ({ line, reason }: ReturnRow, { id, reference }: LeadRecord): PlannedReturn => ({
  ...{ line, id, reason, already: false, overrides: [] },
  ...(reference === undefined ? {} : { reference }),
});

/** Counts the planned returns of each share. Tells why the next does not fit, or undefined. */
function shareCount(returns: Pick<ReturnStore, 'sold' | 'room'>) {
  const shares = new Map<string, { readonly sold: number; readonly limit: number | null; left: number }>();
  return async (allowed: ReturnAllowed): Promise<string | undefined> => {
    const { share, terms } = allowed;
    const name = returnUnitPrefix(share);
    let known = shares.get(name);
    if (!known) {
      const sold = await returns.sold(share);
      const limit = returnLimit(terms.returns, sold);
      known = { sold, limit, left: limit === null ? Infinity : await returns.room(share, limit) };
      shares.set(name, known);
    }
    if (known.left <= 0) return overShare(allowed, known.sold, known.limit ?? 0).why;
    known.left -= 1;
    return undefined;
  };
}
