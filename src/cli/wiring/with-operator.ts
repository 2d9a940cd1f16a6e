import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { compileCurrent } from '../../app/catalogue/compile-current.js';
import type { AuditPorts } from '../../app/audit/audited.js';
import type { Sealer } from '../../app/ports/sealer.js';
import { isInForce } from '../../core/timed-changes/timed-change.js';
import { PERMISSIONS } from '../../core/operators/permissions.js';
import { openOperatorPorts, type OperatorPorts } from '../../operator-api/open-ports.js';
import type { OperatorCall } from '../../operator-api/route.js';
import { createGeo } from '../../platform/geo/geo.js';
import { sealerOf } from '../../platform/mongo/sealing/keyed-sealer.js';
import { rememberKid } from '../../platform/mongo/sealing/known-kids.js';
import { lazily, openStores } from '../../platform/process/stores.js';
import { auditPorts } from '../audit-act.js';
import { whoAmI, type Cli } from '../cli.js';
import { auditLogOf } from './audit-log.js';
import { identitiesOf, secretsOf } from './identities.js';
import { settingsOf } from './settings-of.js';
import { withMigrated } from './with-database.js';
import { withRedisConnection } from './with-redis.js';

/** What a command sends with a call. */
type Sent<Values, Body> = (object extends Values
  ? { readonly values?: Values }
  : { readonly values: Values }) &
  (undefined extends Body ? { readonly body?: Body } : { readonly body: Body }) & {
    /** Who decided it, for a timeline. The audit log has the account of the operating system all the same. */
    readonly by?: string | undefined;
  };

type Handle<Values, Body, Answer> = (
  ports: OperatorPorts,
  call: OperatorCall<Values, Body>,
) => Promise<Answer>;

/** The operator API in this process, for the account of the operating system, which may do everything. */
export interface Operator {
  readonly ports: OperatorPorts;
  readonly audit: AuditPorts;
  /** Calls a handler. Throws what the handler throws: its message is for the person. */
  readonly call: <Values, Body, Answer>(
    handle: Handle<Values, Body, Answer>,
    ...sent: object extends Sent<Values, Body> ? [Sent<Values, Body>?] : [Sent<Values, Body>]
  ) => Promise<Answer>;
}

/** What not every command needs: Redis, or the secrets that persons are found by. */
type Needed = 'redis' | 'identities';

/** Runs `use` with the operator API on `MONGO_URL`. Throws a CliError if a server does not answer. */
export async function withOperator<T>(
  cli: Cli,
  use: (operator: Operator) => Promise<T>,
  ...needs: readonly Needed[]
): Promise<T> {
  if (needs.includes('identities')) secretsOf(cli.env);
  return withMigrated(cli.env, async (connection) => {
    const opening = { connection, isKeyed: needs.includes('identities') };
    if (!needs.includes('redis')) return use(await operatorOf(cli, opening));
    return withRedisConnection(cli.env, async (redis) => use(await operatorOf(cli, { ...opening, redis })));
  });
}

interface Opening {
  readonly connection: Connection;
  readonly isKeyed: boolean;
  readonly redis?: Redis;
}

async function operatorOf(cli: Cli, { connection, isKeyed, redis }: Opening): Promise<Operator> {
  const { clock, env } = cli;
  const stores = openStores(connection);
  const identities = isKeyed ? await identitiesOf(env, connection) : undefined;
  const now = clock();
  const changes = (await stores.timedChanges.toCome(now)).filter((change) => isInForce(change, now));
  const catalogue = compileCurrent(await stores.versions.current(), changes);
  const auditLog = auditLogOf(connection, env);
  const silent = (): void => undefined;
  const log = {
    ...{ info: silent, warn: silent },
    error(_: object, what: string) {
      cli.note(what);
    },
  };
  const platform = lazily({
    ...{ connection: () => connection, stores: () => stores, identities: () => identities },
    ...{ settings: () => settingsOf(env, SETTINGS), geo: createGeo, log: () => log },
    catalogue: () => ({
      current: () => catalogue,
      reach: () => Promise.resolve(),
      refresh: () => Promise.resolve(),
    }),
    redis: () => redis ?? notHere(),
    sealer: () => notingSealerOf(connection),
  });
  const ports = openOperatorPorts(platform, { auditLog, clock, findings: notHere });
  const audit = auditPorts(cli, auditLog);
  return {
    ports,
    audit,
    call(handle, ...sent) {
      const { values = {}, body, by = whoAmI() } = sent[0] ?? {};
      const viewer = { kind: 'os_user', id: audit.who.id, name: by, permissions: PERMISSIONS } as const;
      return handle(ports, {
        values: values as never,
        body: body as never,
        viewer,
        now: clock(),
        log,
        audit,
      });
    },
  };
}

const SETTINGS =
  /^(REDIS_PREFIX|PUBLIC_URL|CONSOLE_URL|CONSOLE_PORT|ERASURE_JOURNAL|OUTBOUND_.*|SECRETS_DIR)$/;

const notHere = (): never => {
  throw new Error('a command did not say what it needs');
};

/** Notes the name of the key before the first text, as processes do: one that lacks it is not ready then. */
function notingSealerOf(connection: Connection): Sealer {
  const sealer = sealerOf(connection);
  let noted: Promise<void> | undefined;
  return {
    ...sealer,
    async seal(value) {
      await (noted ??= rememberKid(connection));
      return sealer.seal(value);
    },
  };
}
