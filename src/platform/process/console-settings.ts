import joi from 'joi';
import type { RoleMap } from '../../core/people/provider-roles.js';
import { consoleUrl, host, issuer, roleMap, setting, whole } from './setting-kinds.js';

/** The settings of `console`, and of how people sign in to it. */
export interface ConsoleSettings {
  readonly consolePort: number;
  /** The address that CONSOLE_PORT listens on. */
  readonly consoleHost: string;
  /** The address at which people open the console, without a trailing slash. If absent: this machine's. */
  readonly consoleUrl?: string;
  /** Whether people sign in to the console with passwords of Leadkeep's own. */
  readonly localSignIn: 'on' | 'off';
  /** The OpenID provider. If absent, nobody signs in with it. */
  readonly oidcIssuer?: string;
  readonly oidcClientId?: string;
  readonly oidcClientSecret?: string;
  readonly oidcScope: string;
  readonly oidcRolesClaim: string;
  readonly oidcRoles?: RoleMap;
}

/** Where people open the console. */
export const consoleAddress = ({
  consoleUrl: own,
  consolePort,
}: Pick<ConsoleSettings, 'consoleUrl' | 'consolePort'>): string => own ?? `http://localhost:${consolePort}`;

export const consoleSettings = {
  consolePort: whole(
    0,
    65_535,
    3001,
    'Port of the `console` process, which serves the operator API. 0 picks a free port.',
  ),
  consoleHost: setting(
    host,
    'an IP address',
    'Address that CONSOLE_PORT listens on. The default is loopback, because whoever reaches this port can try operator keys.',
    '10.0.0.5',
  ).default('127.0.0.1'),
  consoleUrl: setting(
    consoleUrl,
    'an https:// address without a path, or http://localhost with a port',
    'The console’s public URL. Sessions work only at this URL. Anywhere but on localhost it must be https. Without it: `http://localhost` with CONSOLE_PORT.',
    'https://leadkeep.example.com',
  ),
  localSignIn: setting(
    joi.string(),
    'on or off',
    'Whether people sign in to the console with a password and a one-time code: `on`, or `off`: only with the OpenID provider.',
    'off',
  )
    .valid('on', 'off')
    .default('on'),
  oidcIssuer: setting(
    issuer,
    'an https:// address, or http://localhost with a port',
    'The OpenID provider with which people may sign in to the console, as in its ID tokens’ `iss`. It needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET. Its redirect address is CONSOLE_URL with `/api/v1/sign-in/oidc/callback`.',
    'https://login.example.com/realms/staff',
  ),
  oidcClientId: setting(joi.string(), 'a text', 'Leadkeep’s client id at the OpenID provider.', 'leadkeep'),
  oidcClientSecret: setting(
    joi.string(),
    'a text',
    'Leadkeep’s client secret at the OpenID provider.',
    'from-the-provider',
  ),
  oidcScope: setting(
    joi.string(),
    'scopes separated by spaces, with openid',
    'What Leadkeep asks the OpenID provider for.',
    'openid profile email groups',
  )
    .pattern(/^(?=(.* )?openid( .*)?$)[\x21-\x7e]+( [\x21-\x7e]+)*$/)
    .default('openid profile email'),
  oidcRolesClaim: setting(
    joi.string(),
    'the name of a claim',
    'Claim of the ID token, a text or a list of texts, that OIDC_ROLES translates to roles.',
    'roles',
  )
    .max(200)
    .default('groups'),
  oidcRoles: setting(
    roleMap,
    'a comma-separated list like VALUE=role',
    'Which values of OIDC_ROLES_CLAIM give which roles (`viewer`, `support`, `operator`, `finance`, `admin`). A value may appear several times. Without it, people who sign in at the OpenID provider have the roles that they were invited with.',
    'leadkeep-admins=admin,accounting=finance',
  ),
} satisfies { [Name in keyof ConsoleSettings]-?: joi.Schema };
