import type { AuditPorts } from '../../../src/app/audit/audited.js';
import type { Role, Staff } from '../stage/staff.js';

/** Who changes the catalogue, by the account of the operating system. */
export const DANA = 'dana';
const BY_ROLE: Readonly<Record<Role, string>> = { admin: DANA, operator: 'omar', finance: 'fay' };

/** Who acted in the history. What they did is in the audit log. */
export const historyStaff = (auditLog: AuditPorts['auditLog']): Staff => ({
  nameOf: (role) => BY_ROLE[role],
  auditOf: (role, clock) => ({
    ...{ auditLog, clock },
    who: { kind: 'os_user', id: BY_ROLE[role] },
    from: { kind: 'cli', host: 'desk' },
    onMissingOutcome: (_intent, error) => {
      throw error;
    },
  }),
});
