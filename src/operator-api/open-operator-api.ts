import type { Express, Request, Response } from 'express';
import type { Connection } from 'mongoose';
import type { AuditLog } from '../app/ports/audit-log.js';
import { createTurns } from '../app/operators/turns.js';
import { isOperatorKey } from '../core/operators/operator-key.js';
import { authenticateBy } from '../http/access/authentication.js';
import { sentKey } from '../http/access/sent-key.js';
import { createWrongKeys } from '../http/access/wrong-keys.js';
import { localsOf } from '../http/send.js';
import type { Viewer } from '../app/operators/viewer.js';
import { createAuditLog } from '../platform/mongo/audit/audit-log.js';
import { createKeyCache } from '../platform/mongo/keys/key-cache.js';
import { guardMongo } from '../platform/process/outage.js';
import type { Settings } from '../platform/process/settings.js';
import { createAuditKey } from '../platform/secrets/audit-key.js';
import { noAuditSecret } from './faults.js';
import type { Platform } from '../platform/process/platform.js';
import { createAddressCounts } from '../platform/redis/limits/address-counts.js';
import { createGcra } from '../platform/redis/limits/gcra.js';
import { openPeople } from './open-people.js';
import { createOperatorApp } from './app.js';
import { openAlerting } from './open-alerts.js';
import { openWebhooks } from './open-webhooks.js';
import { openPersons } from './open-persons.js';
import { openFindings } from './open-findings.js';
import { openActs } from './open-acts.js';
import { openScreens } from './open-screens.js';
import { openStores, type Stores } from './open-stores.js';
import { createStillAllowed } from './still-allowed.js';

/** Wires the operator API to a platform. */
export function openOperatorApi(platform: Platform, clock: () => Date = () => new Date()): Express {
  const { settings, log, redis, health, connection } = platform;
  const { redisPrefix, refreshMs } = settings;
  const stores = openStores(platform);
  const keys = createKeyCache(stores.operatorKeys, { isKey: isOperatorKey, refreshMs, clock });
  const what = 'wrong-operator-keys';
  const store = createAddressCounts(redis, redisPrefix, what);
  const authenticate = authenticateBy(keys, createWrongKeys({ what, store, settings, log, clock }));
  const auditLog = auditLogFor(settings, connection);
  const { signIn, people, viewerOfSession } = openPeople(platform, stores, auditLog, clock);
  const access = {
    authenticate: async (request: Request, response: Response): Promise<Viewer> => {
      // Who sends a key means the key, also in a browser that has a session.
      if (sentKey(request.headers) === undefined) {
        const viewer = await viewerOfSession(request, response);
        if (viewer) return viewer;
      }
      const { prefix, id, name, scopes } = await authenticate(request, response);
      Object.assign(localsOf(response), { key_prefix: prefix, operator_key: id });
      return { kind: 'key', id, name, permissions: scopes };
    },
    isStillAllowed: createStillAllowed(keys, signIn.access),
    gcra: createGcra(redis, redisPrefix),
  };
  const findings = openFindings(platform, stores, clock);
  const acts = openActs(platform, stores, clock);
  const screens = openScreens(platform, stores, { clock, findings, auditLog });
  const { identitySecret, publicUrl } = settings;
  const own = {
    posting: { publicUrl, ...(identitySecret !== undefined && { identities: platform.identities }) },
    findings,
    acts,
    screens,
    people,
    alerting: openAlerting(platform, stores),
    webhooks: openWebhooks(platform),
    persons: openPersons(platform, stores, auditLog, clock),
  };
  const ports = { ...platform, ...operatorPorts(platform, stores, clock), ...own, clock };
  const refuses = (): string | undefined => platform.clockWatch.fault();
  return createOperatorApp({ ports, access, auditLog, signIn, settings, log, health, refuses });
}

/** A report may hold 200,000 leads at a time. */
const REPORTS_AT_ONCE = 2;

/** The ports that no other process needs. */
function operatorPorts(
  { books, reports, rollups }: Platform,
  { overview, entries, periods, versions }: Stores,
  clock: () => Date,
) {
  return {
    ...{ overview, entries, versions },
    reporting: { catalogue: versions, clock, reports, rollups },
    statements: { catalogue: versions, clock, books, periods, entries },
    takeTurn: createTurns(REPORTS_AT_ONCE),
  };
}

/** Without a secret every write to it is refused, so nothing is changed or revealed. */
function auditLogFor({ auditSecret, identitySecret }: Settings, connection: Connection): AuditLog {
  const secret = auditSecret ?? identitySecret;
  if (secret === undefined) {
    const refuse = (): never => {
      throw noAuditSecret();
    };
    return { append: () => Promise.reject(noAuditSecret()), hashSearched: refuse };
  }
  return guardMongo(createAuditLog(connection, createAuditKey(secret)));
}
