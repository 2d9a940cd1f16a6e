import type { AuditPorts } from '../../../src/app/audit/audited.js';
import type { Role, Staff } from '../stage/staff.js';

/** Somebody who works at the exchange of the history. */
export interface Member {
  readonly handle: string;
  readonly name: string;
}

export const DANA: Member = { handle: 'dana', name: 'Dana Reyes' };
export const OMAR: Member = { handle: 'omar', name: 'Omar Haddad' };
const FAY: Member = { handle: 'fay', name: 'Fay Lindqvist' };
const BY_ROLE: Readonly<Record<Role, Member>> = { admin: DANA, operator: OMAR, finance: FAY };

/** Who acted in the history. What they did is in the audit log. */
export const historyStaff = (auditLog: AuditPorts['auditLog']): Staff => ({
  nameOf: (role) => BY_ROLE[role].handle,
  auditOf: (role, clock) => ({
    ...{ auditLog, clock },
    who: { kind: 'os_user', id: BY_ROLE[role].handle },
    from: { kind: 'cli', host: 'desk' },
    onMissingOutcome: (_intent, error) => {
      throw error;
    },
  }),
});
