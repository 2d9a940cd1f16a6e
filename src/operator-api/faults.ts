import type { Permission } from '../core/operators/permissions.js';
import type { ApiFault } from '../http/api-fault.js';
import { fault, malformed } from '../http/faults.js';

export const lacksPermission = (permission: Permission): ApiFault =>
  fault(403, 'FORBIDDEN', `You need the permission ${permission} for this.`);

/** The month has no such buyer or affiliate. */
export const noParty = (kind: string): ApiFault =>
  noSuch(`${kind} with this handle or id in this month`, 'handle');

/** `what` completes the sentence "There is no …". */
export const noSuch = (what: string, field: string): ApiFault =>
  fault(404, 'NOT_FOUND', `There is no ${what}.`, { field });

/** The message is for the caller, who tells the person that runs the process. */
export const noAuditSecret = (): ApiFault =>
  fault(
    503,
    'UNAVAILABLE',
    'Nothing was changed or shown: `console` was started without AUDIT_SECRET, so it can not write to the audit log.',
  );

export const noIdentitySecret = (): ApiFault =>
  fault(
    503,
    'UNAVAILABLE',
    'No link was made: `console` was started without IDENTITY_SECRET, which signs links.',
  );

export const lacksDataKey = (key: string): ApiFault =>
  fault(503, 'UNAVAILABLE', `The data key ${key} is not available: \`console\` was started without it.`);

/** Something else happened first, or a rule does not allow it now. `why` is a sentence. */
export const conflict = (why: string, field?: string): ApiFault => malformed(why, 409, field);
