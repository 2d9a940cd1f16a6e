import type { LeadRecord } from '../lead/lead-record.js';

/** Whether a lead never reached a buyer and ended: refused by the service itself, or failed. The store asks the same. */
export const mayBeEvaluatedAgain = ({ state, decision }: Pick<LeadRecord, 'state' | 'decision'>): boolean =>
  state === 'invalid' || state === 'failed' || (state === 'rejected' && decision?.source === 'service');
