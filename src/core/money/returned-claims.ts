import { isPending } from '../caps/given-back.js';
import type { LeadRecord } from '../lead/lead-record.js';
import { keepsClaims } from './returned.js';

type Claiming = Pick<LeadRecord, 'runs' | 'returns' | 'pending_effects'>;

/**
 * The fencing token up to which return `n` releases the claims of its lead. Undoing it takes them with the next token.
 * So a release that comes late takes no claim that was regained.
 */
export const releasedUpTo = ({ runs }: Pick<LeadRecord, 'runs'>, n: number): number => runs + n;
export const regainedAs = ({ runs }: Pick<LeadRecord, 'runs'>, n: number): number => runs + n + 1;

/**
 * What the returns of an accepted lead leave of its claims. `open`: an effect of its last return is pending. `gone`:
 * the claims of tokens up to `run` are left over.
 */
export function claimsAfterReturns(
  lead: Claiming,
): { readonly kind: 'kept' | 'open' } | { readonly kind: 'gone'; readonly run: number } {
  const { returns = [] } = lead;
  if (keepsClaims(lead)) return { kind: 'kept' };
  const n = returns.length - 1;
  if (isPending(lead, n, 'return') || isPending(lead, n, 'undo')) return { kind: 'open' };
  return { kind: 'gone', run: returns[n]?.undone ? regainedAs(lead, n) : releasedUpTo(lead, n) };
}
