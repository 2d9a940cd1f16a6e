import { attemptsNow } from '../delivery/attempt.js';
import { entriesNow, lastOfKind } from '../lead/lead-entry.js';
import type { LeadRecord } from '../lead/lead-record.js';

/** Whether a lead that has ended unsold had places in caps in its present submission: it was tried, or saved until its buyer opened. */
export const hadReservations = (lead: LeadRecord): boolean =>
  attemptsNow(lead).length > 0 || lastOfKind(entriesNow(lead.timeline), 'saved') !== undefined;
