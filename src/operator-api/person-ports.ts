import type { ErasePersonPorts } from '../app/person/act-on-persons.js';
import type { ProvePorts } from '../app/consent/prove-consent.js';
import type { AuditLog } from '../app/ports/audit-log.js';
import type { NoticeStore } from '../app/ports/notice-store.js';
import type { StatusPorts } from '../app/retention/retention-status.js';

/** What operators see and do about stored persons. */
export type PersonPorts = ErasePersonPorts &
  ProvePorts &
  Omit<StatusPorts, 'clock'> & {
    readonly notices: NoticeStore;
    readonly auditLog: Pick<AuditLog, 'hashSearched'>;
  };
