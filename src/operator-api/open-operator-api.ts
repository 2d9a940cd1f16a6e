import type { Express, Request, Response } from 'express';
import type { Connection } from 'mongoose';
import type { AuditLog } from '../app/ports/audit-log.js';
import { isOperatorKey } from '../core/operators/operator-key.js';
import { authenticateBy } from '../http/access/authentication.js';
import { sentKey } from '../http/access/sent-key.js';
import { createWrongKeys } from '../http/access/wrong-keys.js';
import { localsOf } from '../http/send.js';
import type { Viewer } from '../app/operators/viewer.js';
import { createAuditLog } from '../platform/mongo/audit/audit-log.js';
import { sealerOf } from '../platform/mongo/sealing/keyed-sealer.js';
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
import { openFindings } from './open-findings.js';
import { openOperatorPorts } from './open-ports.js';
import { createStillAllowed } from './still-allowed.js';

/** Wires the operator API to a platform. */
export function openOperatorApi(platform: Platform, clock: () => Date = () => new Date()): Express {
  const { settings, log, redis, health, connection, stores } = platform;
  const { redisPrefix, refreshMs } = settings;
  const keys = createKeyCache(stores.operatorKeys, { isKey: isOperatorKey, refreshMs, clock });
  const what = 'wrong-operator-keys';
  const store = createAddressCounts(redis, redisPrefix, what);
  const authenticate = authenticateBy(keys, createWrongKeys({ what, store, settings, log, clock }));
  const auditLog = auditLogFor(settings, connection);
  const { signIn, viewerOfSession } = openPeople(platform, auditLog, clock);
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
  const { identitySecret } = settings;
  const identities = identitySecret === undefined ? undefined : platform.identities;
  const ports = openOperatorPorts(
    { ...platform, identities, sealer: sealerOf(connection) },
    { auditLog, clock, findings: () => openFindings(platform, clock) },
  );
  const refuses = (): string | undefined => platform.clockWatch.fault();
  return createOperatorApp({ ports, access, auditLog, signIn, settings, log, health, refuses });
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
