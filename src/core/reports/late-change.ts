import { isFinal } from '../lead/lead-states.js';
import type { LeadChange, LeadCondition } from '../lead/lead-change.js';
import { quarterOf, QUARTER_MS } from '../quarters.js';

/**
 * From this time after the end of its quarter on, a changed record is marked for the reports. The sweeper counts a
 * quarter 20 minutes after its end, so a change without a mark has 15 minutes to be stored. That is many times what
 * the driver allows for a command (`SOCKET_LIMIT_MS`, `WRITE_MAY_COMMIT_MS`).
 */
const MARKED_AFTER_MS = 5 * 60_000;

/** The mark of a writer that does not know when the record was received. It names no quarter. */
export const NO_MOMENT = new Date(0);

/** Whether the quarter of this moment may be counted before a change that is stored now. */
export const marksLate = (at: Date, now: Date): boolean =>
  now.getTime() >= quarterOf(at).getTime() + QUARTER_MS + MARKED_AFTER_MS;

/** Whether a report counts a lead in another way after this transition. */
export const changesReports = (
  { states }: Pick<LeadCondition, 'states'>,
  { state, attempt_end }: Pick<LeadChange, 'state' | 'attempt_end'>,
): boolean =>
  attempt_end !== undefined ||
  states.some((from) => from !== state && (isFinal(state) || state === 'unknown' || from === 'unknown'));
