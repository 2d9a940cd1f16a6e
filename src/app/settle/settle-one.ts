import type { Settlement } from '../../core/delivery/settle.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import { settleLead, type SettledLead, type SettlePorts } from './settle-lead.js';

/** What the audit log says of each outcome. */
const RESULTS = {
  settled: 'done',
  already: 'nothing',
  no_lead: 'refused',
  refused: 'refused',
  later: 'refused',
} as const;

/** Settles one lead, with entries in the audit log. You can repeat it. */
export const settleOne = (
  ports: SettlePorts,
  audit: AuditPorts,
  id: string,
  settlement: Settlement,
): Promise<SettledLead> =>
  audited(
    audit,
    {
      ...{ action: 'lead.settle', on: { kind: 'lead', ids: [id] }, why: settlement.why },
      facts: { verdict: settlement.verdict },
    },
    () => settleLead(ports, id, settlement),
    ({ outcome }) => ({ result: RESULTS[outcome] }),
  );
