import type { LeadRecord } from './lead-record.js';

/** Whether a client has submitted a lead again under its id. This began a call of its own. */
export const isSubmittedAgain = ({ round }: Pick<LeadRecord, 'round'>): boolean => round > 1;
