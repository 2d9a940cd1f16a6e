import type { Request, Response } from 'express';
import { createRefusalRecord } from '../app/people/record-refusal.js';
import { createTurns } from '../app/operators/turns.js';
import type { Viewer } from '../app/operators/viewer.js';
import type { AuditLog } from '../app/ports/audit-log.js';
import type { KnownDevices, OneTimeCodes } from '../app/ports/sign-in-ports.js';
import { allowedTo } from '../core/people/person.js';
import { isSessionToken } from '../core/people/session.js';
import { createWrongKeys } from '../http/access/wrong-keys.js';
import { createKeyCache } from '../platform/mongo/keys/key-cache.js';
import type { Platform } from '../platform/process/platform.js';
import { SettingsError, type Settings } from '../platform/process/settings.js';
import { createBegunSignIns } from '../platform/redis/begun-sign-ins.js';
import { createAddressCounts } from '../platform/redis/limits/address-counts.js';
import { createGcra } from '../platform/redis/limits/gcra.js';
import { createSignInWaits } from '../platform/redis/limits/sign-in-waits.js';
import { createIdentityProvider } from '../platform/sign-in/identity-provider.js';
import { createKnownDevices } from '../platform/sign-in/known-devices.js';
import { createOneTimeCodes } from '../platform/sign-in/one-time-codes.js';
import { createPasswords } from '../platform/sign-in/passwords.js';
import { noAuditSecret } from './faults.js';
import { createConsoleAddress } from './sign-in/console-address.js';
import { createCookies } from './sign-in/cookies.js';
import type { SignInParts } from './sign-in/parts.js';
import { createSessionAccess } from './sign-in/session-access.js';

/** Of each kind. Each password hash holds 64 MiB and takes about 0.1 s, so those that wait do so for about 2 s. */
const HASHES_AT_ONCE = 1;
const MAX_WAITING = 20;

/** Refused sign-ins that one process writes to the audit log in an hour. */
const REFUSALS_AN_HOUR = 60;

interface Opened {
  readonly signIn: SignInParts;
  /** Undefined: the call has no session. */
  readonly viewerOfSession: (request: Request, response: Response) => Promise<Viewer | undefined>;
}

/** Wires people, their sign-in and their sessions to a platform. */
export function openPeople(
  { settings, log, redis, stores }: Pick<Platform, 'settings' | 'log' | 'redis' | 'stores'>,
  auditLog: Pick<AuditLog, 'append'>,
  clock: () => Date,
): Opened {
  const { redisPrefix, refreshMs } = settings;
  const { people, operatorKeys, invitations, sessions: store } = stores;
  const wrong = (what: 'wrong-sessions' | 'wrong-invitations') =>
    createWrongKeys({ what, store: createAddressCounts(redis, redisPrefix, what), settings, log, clock });
  const address = createConsoleAddress(settings.consoleUrl);
  const cookies = createCookies(address);
  const sessions = createKeyCache(store, { isKey: isSessionToken, refreshMs, clock });
  const access = createSessionAccess({
    ...{ sessions, store, address, cookies, clock, log },
    wrongTokens: wrong('wrong-sessions'),
  });
  const secrets = secretsOf(settings);
  const provider = providerOf(settings, clock);
  return {
    signIn: {
      ports: {
        ...{ people, invitations, operatorKeys, sessions: store, ...(secrets ?? WITHOUT_SECRET) },
        passwords: createPasswords({
          known: createTurns(HASHES_AT_ONCE, MAX_WAITING),
          stranger: createTurns(HASHES_AT_ONCE, MAX_WAITING),
        }),
        waits: createSignInWaits(redis, redisPrefix),
        recordRefusal: createRefusalRecord(REFUSALS_AN_HOUR),
        roleMap: settings.oidcRoles ?? new Map(),
      },
      ...{ provider, auditLog, access, address, cookies, clock, log },
      begun: createBegunSignIns(redis, redisPrefix),
      gcra: createGcra(redis, redisPrefix),
      kinds: { local: settings.localSignIn === 'on' && secrets !== undefined, oidc: provider !== undefined },
      wrongInvitations: wrong('wrong-invitations'),
    },
    async viewerOfSession(request, response) {
      const called = await access.find(request, response);
      if (!called) return undefined;
      const { person } = called.session;
      return { kind: 'person', id: person.id, name: person.name, permissions: allowedTo(person) };
    },
  };
}

const refuse = (): never => {
  throw noAuditSecret();
};

/** Without a secret nobody signs in, as nothing can be written to the audit log. */
const WITHOUT_SECRET: { readonly codes: OneTimeCodes; readonly devices: KnownDevices } = {
  codes: { secretOf: refuse, addressOf: refuse, stepOf: refuse, seal: refuse, open: refuse },
  devices: { mint: refuse, idOf: refuse, keyedHash: refuse },
};

/** The secret of the audit log, since that one never changes. */
function secretsOf({ auditSecret, identitySecret }: Settings): typeof WITHOUT_SECRET | undefined {
  const secret = auditSecret ?? identitySecret;
  return secret === undefined
    ? undefined
    : { codes: createOneTimeCodes(secret), devices: createKnownDevices(secret) };
}

function providerOf(settings: Settings, clock: () => Date): SignInParts['provider'] {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcScope, oidcRolesClaim } = settings;
  if (oidcIssuer === undefined) return undefined;
  if (oidcClientId === undefined || oidcClientSecret === undefined)
    throw new SettingsError('Settings: OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.');
  return createIdentityProvider(
    {
      ...{ issuer: oidcIssuer, clientId: oidcClientId, clientSecret: oidcClientSecret },
      ...{ scope: oidcScope, rolesClaim: oidcRolesClaim, outbound: settings },
    },
    clock,
  );
}
