import { audited, type Act, type AuditPorts, type Ended } from '../../../src/app/audit/audited.js';

export type Role = 'admin' | 'operator' | 'finance';

/** The people of the exchange. */
export interface Staff {
  /** As timelines name them. */
  nameOf(role: Role): string;
  /** Where it is recorded that they acted. Undefined: nowhere. */
  auditOf(role: Role, clock: () => Date): AuditPorts | undefined;
}

/** Ann does everything, and nobody records it. */
export const ANN: Staff = { nameOf: () => 'ann', auditOf: () => undefined };

/** What acting for the exchange needs. */
interface Acting {
  readonly staff: Staff;
  readonly clock: () => Date;
}

/** Does something as a member of staff, with its entries in the audit log if there is one. */
export function actAs<T>(
  { staff, clock }: Acting,
  role: Role,
  act: Act,
  run: () => Promise<T>,
  endOf?: (result: T) => Ended,
): Promise<T> {
  const ports = staff.auditOf(role, clock);
  return ports ? audited(ports, act, run, endOf) : run();
}
