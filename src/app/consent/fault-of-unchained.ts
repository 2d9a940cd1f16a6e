import { isLate } from '../../core/consent/consent-chain.js';
import type { StoredEvidence } from '../ports/consent-store.js';

interface Fault {
  readonly standing: 'broken' | 'late';
  readonly fault: string;
}

/**
 * What is wrong with evidence that has no place in the chain. Undefined: nothing; the sweeper gives it one within seconds.
 * Evidence is kept with the mark by which the sweeper finds it, and loses that in the write that gives it its place.
 */
export function faultOfUnchained(
  { kept_at, is_waiting }: Pick<StoredEvidence, 'kept_at' | 'is_waiting'>,
  now: Date,
): Fault | undefined {
  if (!is_waiting)
    return { standing: 'broken', fault: 'it has no place in the chain, nor the mark by which it gets one' };
  return isLate(kept_at, { day: now.toISOString().slice(0, 10) })
    ? { standing: 'late', fault: `kept at ${kept_at.toISOString()}, and not in the chain yet` }
    : undefined;
}
