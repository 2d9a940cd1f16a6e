import type { FindForPorts } from '../app/find/find-for.js';
import type { Board } from '../app/now/board.js';
import type { Read } from '../app/now/shared-read.js';
import type { AuditReader } from '../app/ports/audit-log.js';
import type { RefusedCallReader } from '../app/ports/refused-calls.js';
import type { StaffNames } from '../app/ports/staff-names.js';
import type { Sent } from '../app/traffic/read-affiliates.js';
import type { OnePorts } from '../app/traffic/read-one.js';

/** What the console's screens read, besides records and reports. */
export interface ScreenPorts {
  readonly board: Board;
  readonly find: FindForPorts;
  readonly traffic: OnePorts;
  /** What affiliates sent in so many days; all viewers share it. */
  readonly sent: (days: number) => Promise<Read<Sent>>;
  readonly refusedCalls: RefusedCallReader;
  readonly auditReader: Pick<AuditReader, 'intents' | 'outcomes'>;
  readonly staffNames: StaffNames;
}
