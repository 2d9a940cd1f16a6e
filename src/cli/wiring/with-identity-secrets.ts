import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditLog } from '../../app/ports/audit-log.js';
import { WRITE_MAY_COMMIT_MS, RUN_LEASE_MS } from '../../core/delivery/lease-times.js';
import { OLDEST_SECRETS_MS, shortCheck, wrongSecret } from '../../platform/mongo/identities/open-secrets.js';
import { rotate, type RotationStep } from '../../platform/mongo/identities/rotate-identity-secret.js';
import {
  beginRotation,
  readSecrets,
  type RotationPhase,
} from '../../platform/mongo/identities/stored-secrets.js';
import { identitySecret, type IdentitySecret } from '../../platform/secrets/secrets-in-force.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { auditLogOf } from './audit-log.js';
import { secretsOf } from './identities.js';
import { withMigrated } from './with-database.js';

/** A secret, without the secret. */
export interface SecretRow {
  /** The first characters of its check value. */
  readonly check: string;
  /** `makes` and `replaced` are known to the database; `next` waits for a rotation; `missing` is not given here. */
  readonly state: 'makes' | 'replaced' | 'next' | 'missing';
  readonly since?: Date;
}

export interface IdentitySecretTools {
  readonly auditLog: AuditLog;
  readonly phase: RotationPhase;
  readonly step?: string;
  readonly rows: readonly SecretRow[];
  /** The check value of the secret that comes into force, or is about to. Throws a CliError without a new secret. */
  next(): string;
  /** Begins, or goes on. Throws a CliError without a new secret. */
  rotate(): AsyncIterable<RotationStep>;
}

/** Until every process has read that a rotation began, and until what they began before is stored, or never will be. */
const SETTLE_MS = OLDEST_SECRETS_MS + RUN_LEASE_MS + WRITE_MAY_COMMIT_MS;

/** Runs `use` with the secrets of the environment. */
export const withIdentitySecrets = <T>(
  { env, clock, pause = sleep }: Pick<Cli, 'env' | 'clock' | 'pause'>,
  use: (tools: IdentitySecretTools) => Promise<T>,
): Promise<T> =>
  withMigrated(env, async (connection) => {
    const given = secretsOf(env).map(identitySecret);
    const stored = await readSecrets(connection);
    if (!stored || stored.checks[0] !== given[0]?.check) throw wrongSecret();
    const { checks, phase, step, ended } = stored;
    const byCheck = new Map(given.map((one) => [one.check, one]));
    const fresh = given.filter(({ check }) => !checks.includes(check));
    const next = (): string => {
      if (phase !== 'settled') return checks.at(-1) ?? '';
      const [one, another] = fresh;
      if (!one) throw new CliError('IDENTITY_SECRETS has no new secret: add one, and restart all processes');
      if (another) throw new CliError('IDENTITY_SECRETS has more than one new secret: give one');
      return one.check;
    };
    return use({
      auditLog: auditLogOf(connection, env),
      ...{ phase, rows: rowsOf(checks, ended, given) },
      ...(step !== undefined && { step }),
      next,
      async *rotate() {
        const check = next();
        const all = phase === 'settled' ? [...checks, check] : checks;
        const secrets = all.map((one) => byCheck.get(one) ?? missing(one));
        if (phase === 'settled') await beginRotation(connection, stored, check);
        const begun = (await readSecrets(connection))?.checks ?? [];
        if (begun.join() !== all.join())
          throw new CliError(
            'Another rotation has begun meanwhile: look at leadkeep identity-secret status, and run this again',
          );
        yield* rotate({ connection, secrets, settle: () => pause(SETTLE_MS), now: clock });
      },
    });
  });

function missing(check: string): IdentitySecret {
  throw new CliError(`IDENTITY_SECRETS lacks ${shortCheck(check)}`);
}

function rowsOf(
  checks: readonly string[],
  ended: readonly Date[],
  given: readonly IdentitySecret[],
): SecretRow[] {
  const isGiven = (check: string): boolean => given.some((one) => one.check === check);
  return [
    ...checks.map((check, level): SecretRow => {
      const until = ended[level];
      const state = !isGiven(check) ? 'missing' : until ? 'replaced' : 'makes';
      return { check: shortCheck(check), state, ...(until && { since: until }) };
    }),
    ...given
      .filter(({ check }) => !checks.includes(check))
      .map(({ check }): SecretRow => ({ check: shortCheck(check), state: 'next' })),
  ];
}
