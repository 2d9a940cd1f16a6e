import type { LeadRecord } from './lead-record.js';

/** Whether a client has submitted a lead again under its id. This began a call of its own, perhaps for somebody else. */
export const isSubmittedAgain = ({ round }: Pick<LeadRecord, 'round'>): boolean => round > 1;

/** Whether a record still has the person whom it was made for, who has these keys. */
export const hasPersonOf = (
  record: Pick<LeadRecord, 'round' | 'identities'>,
  keys: readonly string[],
): boolean => !isSubmittedAgain(record) || record.identities.some(({ key }) => keys.includes(key));
