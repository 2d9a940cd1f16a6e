import { hostname } from 'node:os';
import { isIP } from 'node:net';
import type { AuditOrigin } from '../core/audit/audit-entry.js';
import type { KeyIssuer } from '../core/operators/operator-key.js';
import { audited, type Act, type AuditPorts, type Ended } from '../app/audit/audited.js';
import type { AuditLog } from '../app/ports/audit-log.js';
import { osUserName, type Cli } from './cli.js';
import { outageOf } from './wiring/outage-of.js';

/** What a command needs in order to act with an entry in the audit log. */
export const auditPorts = (cli: Cli, auditLog: Pick<AuditLog, 'append'>): AuditPorts => ({
  auditLog,
  clock: cli.clock,
  who: osUser(),
  from: originOf(cli.env),
  onMissingOutcome: (intent) => {
    cli.note(
      `warning: it was done, but its outcome could not be written to the audit log: \`leadkeep audit-log list\` shows the entry ${intent} without an outcome`,
    );
  },
  // The commands' stores are not guarded.
  outageOf: (error) => outageOf('MongoDB or Redis', error),
});

/** Does something with an entry in the audit log before it and one after it (`audited`). */
export const auditAct = <T>(
  cli: Cli,
  { auditLog }: { readonly auditLog: Pick<AuditLog, 'append'> },
  act: Act,
  run: () => Promise<T>,
  endOf?: (result: T) => Ended,
): Promise<T> => audited(auditPorts(cli, auditLog), act, run, endOf);

/** The account of the operating system, as an operator key keeps who issued it. */
export function keyIssuer(): KeyIssuer {
  const who = osUser();
  return { ...who, name: who.id };
}

/** The account of the operating system. `--by` names somebody for a timeline, but can't change this. */
const osUser = () => ({ kind: 'os_user', id: osUserName() }) as const;

/** This machine, and in an ssh session the address of the person. */
function originOf({ SSH_CONNECTION = '' }: NodeJS.ProcessEnv): AuditOrigin {
  const [address = ''] = SSH_CONNECTION.split(' ');
  return { kind: 'cli', host: hostname(), ...(isIP(address) === 0 ? {} : { address }) };
}
