import type { ReturnRequest } from '../../core/money/return-lead.js';
import type { UndoRequest } from '../../core/money/undo-return.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import { returnLead, type LeadReturned, type ReturnPorts } from './return-lead.js';
import { undoLeadReturn, type ReturnUndone, type UndoPorts } from './undo-return.js';

/** Returns one lead, with entries in the audit log. */
export const returnOne = (
  ports: ReturnPorts,
  audit: AuditPorts,
  id: string,
  request: ReturnRequest,
): Promise<LeadReturned> =>
  audited(
    audit,
    {
      ...{ action: 'lead.return', on: { kind: 'lead', ids: [id] }, why: request.override?.why },
      facts: { code: request.code, override: request.override !== undefined },
    },
    () => returnLead(ports, id, request),
    ({ outcome }) => ({ result: outcome === 'returned' ? 'done' : 'refused' }),
  );

/** Undoes the return of one lead, with entries in the audit log. */
export const undoOne = (
  ports: UndoPorts,
  audit: AuditPorts,
  id: string,
  request: UndoRequest,
): Promise<ReturnUndone> =>
  audited(
    audit,
    { action: 'lead.return_undo', on: { kind: 'lead', ids: [id] }, why: request.why },
    () => undoLeadReturn(ports, id, request),
    ({ outcome }) => ({ result: outcome === 'undone' || outcome === 'begun' ? 'done' : 'refused' }),
  );
