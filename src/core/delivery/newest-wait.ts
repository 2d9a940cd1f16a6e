import type { LeadRecord, Waiting } from '../lead/lead-record.js';

/**
 * Why a lead that was just taken waited until now. Undefined where the run before left it for something else, or was of a
 * build that does not say: then it is told once more why it waits.
 */
export const newestWait = ({ waiting, runs }: Pick<LeadRecord, 'waiting' | 'runs'>): Waiting | undefined =>
  waiting?.run === runs - 1 ? waiting : undefined;
