import { hostname } from 'node:os';
import type { Request, Response } from 'express';
import type Joi from 'joi';
import type { AcceptPorts } from '../../app/people/accept-invitation.js';
import type { SignInCall } from '../../app/people/begin-session.js';
import type { EndPorts } from '../../app/people/manage-people.js';
import type { LocalSignInPorts } from '../../app/people/sign-in-locally.js';
import type { ProviderSignInPorts } from '../../app/people/sign-in-by-provider.js';
import type { BegunSignIns, IdentityProvider } from '../../app/ports/identity-provider.js';
import type { SessionStore } from '../../app/ports/people-store.js';
import type { AuditLog } from '../../app/ports/audit-log.js';
import type { RateLimiter } from '../../app/ports/rate-limiter.js';
import { networkOf } from '../../http/access/network-of.js';
import type { WrongKeys } from '../../http/access/wrong-keys.js';
import type { Log } from '../../platform/process/logger.js';
import type { BodyOf } from '../bodies/kinds.js';
import type { ConsoleAddress } from './console-address.js';
import type { Cookies } from './cookies.js';
import type { SessionAccess } from './session-access.js';
import type { SignInKinds } from './session-document.js';

/** The ports of everything that somebody does who is not signed in yet. */
export type SignInUsePorts = LocalSignInPorts &
  AcceptPorts &
  ProviderSignInPorts &
  EndPorts & { readonly sessions: Pick<SessionStore, 'listValid'> };

/** What the routes of sign-in need. */
export interface SignInParts {
  readonly ports: SignInUsePorts;
  /** Undefined: no provider is set. */
  readonly provider: IdentityProvider | undefined;
  readonly begun: BegunSignIns;
  readonly gcra: RateLimiter;
  readonly kinds: SignInKinds;
  readonly auditLog: Pick<AuditLog, 'append'>;
  readonly access: SessionAccess;
  readonly wrongInvitations: WrongKeys;
  readonly address: ConsoleAddress;
  readonly cookies: Cookies;
  readonly clock: () => Date;
  readonly log: Log;
}

export type SignInHandler = (request: Request, response: Response) => Promise<void>;

/** Reads the body of a call by the schema of its route. */
export type ReadBody<S extends Joi.Schema> = (request: Request, response: Response) => Promise<BodyOf<S>>;

/** A browser says what it is; it is kept to tell sessions apart. */
const MAX_AGENT = 200;

/** Where a call comes from, and what its entries in the audit log need. */
export function signInCall({ auditLog, clock, log }: SignInParts, request: Request): SignInCall {
  const agent = request.get('user-agent')?.replaceAll(/\p{C}/gu, '').slice(0, MAX_AGENT);
  const address = request.ip;
  return {
    now: clock(),
    network: networkOf(request),
    origin: { ...(address !== undefined && { address }), ...(agent !== undefined && { agent }) },
    audit: {
      ...{ auditLog, clock },
      from: { kind: 'console', host: hostname(), ...(address !== undefined && { address }) },
      onMissingOutcome(intent, error) {
        log.error({ err: error, intent }, 'a sign-in has no outcome in the audit log');
      },
    },
  };
}
