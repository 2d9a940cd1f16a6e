import type { Connection } from 'mongoose';
import { compileCurrent } from '../../app/catalogue/compile-current.js';
import type { ErasePorts } from '../../app/person/erase-person.js';
import type { FindPersonPorts } from '../../app/person/find-person.js';
import type { AuditLog } from '../../app/ports/audit-log.js';
import type { ConsentStore } from '../../app/ports/consent-store.js';
import type { ErasureJournal } from '../../app/ports/erasure-store.js';
import type { NoticeStore } from '../../app/ports/notice-store.js';
import type { Identities } from '../../app/ports/identities.js';
import type { Sealer } from '../../app/ports/sealer.js';
import { namesOf, type Names } from '../../core/catalogue/names-of.js';
import { createCatalogueStore } from '../../platform/mongo/catalogue/catalogue-store.js';
import { createConsentStore } from '../../platform/mongo/consent/consent-store.js';
import { createExchangeStore } from '../../platform/mongo/exchanges/exchange-store.js';
import { createErasureStore } from '../../platform/mongo/person/erasure-store.js';
import { createNoticeStore } from '../../platform/mongo/notices/notice-store.js';
import { createPersonStore } from '../../platform/mongo/retention/person-store.js';
import { createLeadStore } from '../../platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../platform/mongo/stores/search-store.js';
import { createSuppressionLog } from '../../platform/mongo/suppressions/suppression-log.js';
import { createSuppressionStore } from '../../platform/mongo/suppressions/suppression-store.js';
import { createErasureJournal } from '../../platform/process/erasure-journal.js';
import { createErasureNumber } from '../../platform/redis/erasures.js';
import { auditLogOf } from './audit-log.js';
import { identitiesOf, secretsOf } from './identities.js';
import { sealerOf } from '../../platform/mongo/sealing/keyed-sealer.js';
import { rememberKid } from '../../platform/mongo/sealing/known-kids.js';
import { withMigrated } from './with-database.js';
import { withRedisConnection } from './with-redis.js';

export type PersonTools = ErasePorts &
  FindPersonPorts & {
    readonly consents: ConsentStore;
    readonly auditLog: AuditLog;
    readonly identities: Identities;
    readonly names: Names;
    readonly notices: NoticeStore;
    /** Undefined: ERASURE_JOURNAL is not set. */
    readonly journal: ErasureJournal | undefined;
    /** The number of the last erasure, as Redis knows it. */
    readonly rememberedNumber: () => Promise<number>;
  };

/** Runs `use` with all that is stored of persons. Throws a CliError if a server does not answer. */
export function withPersons<T>(
  env: NodeJS.ProcessEnv,
  clock: () => Date,
  use: (tools: PersonTools) => Promise<T>,
): Promise<T> {
  secretsOf(env);
  return withMigrated(env, async (connection) => {
    const identities = await identitiesOf(env, connection);
    const stored = await createCatalogueStore(connection).current();
    const names = namesOf(stored?.document);
    const catalogue = compileCurrent(stored);
    return withRedisConnection(env, (redis, prefix) => {
      const { remember, last } = createErasureNumber(redis, prefix);
      return use({
        ...storesOf(connection),
        ...{ clock, identities, names, sealer: notingSealerOf(connection) },
        catalogue: { current: () => catalogue },
        auditLog: auditLogOf(connection, env),
        journal: env['ERASURE_JOURNAL'] ? createErasureJournal(env['ERASURE_JOURNAL']) : undefined,
        ...{ rememberNumber: remember, rememberedNumber: last },
      });
    });
  });
}

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

const storesOf = (connection: Connection) => ({
  leads: createLeadStore(connection),
  searches: createSearchStore(connection),
  consents: createConsentStore(connection),
  persons: createPersonStore(connection),
  exchanges: createExchangeStore(connection),
  erasures: createErasureStore(connection),
  notices: createNoticeStore(connection),
  suppressionStore: createSuppressionStore(connection, createSuppressionLog(connection)),
});
