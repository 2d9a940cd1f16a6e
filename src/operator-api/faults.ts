import type { Permission } from '../core/operators/permissions.js';
import type { ApiFault } from '../http/api-fault.js';
import { fault } from '../http/faults.js';

export const lacksScope = (permission: Permission): ApiFault =>
  fault(403, 'FORBIDDEN', `Use a key with the scope ${permission}; this one lacks it.`);

/** The month has no such buyer or affiliate. */
export const noParty = (kind: string): ApiFault => noSuch(`${kind} with this handle in this month`, 'handle');

/** `what` completes the sentence "There is no …". */
export const noSuch = (what: string, field: string): ApiFault =>
  fault(404, 'NOT_FOUND', `There is no ${what}.`, { field });
