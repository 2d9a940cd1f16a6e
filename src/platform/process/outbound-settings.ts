import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import joi from 'joi';
import { listOfCidrs, setting } from './setting-kinds.js';
import { readSecretFile } from './secret-file.js';
import { SettingsError } from './settings-error.js';
import { thisUser } from './this-user.js';

/** Where requests to others may go, and which way they leave. */
export interface OutboundSettings {
  /** CIDRs of private addresses that may be called. */
  readonly outboundAllow: readonly string[];
  /**
   * The HTTP proxy through which requests over https leave: an http or https address with user and password. Absent: all
   * of them go directly.
   */
  readonly outboundProxy?: string;
}

export const outboundSettings = {
  outboundAllow: setting(
    listOfCidrs,
    'a comma-separated list of CIDRs',
    'CIDRs of private addresses that buyers and partners may have. Without it, every private address is refused.',
    '10.20.0.0/16,fd00::/8',
  ).default([]),
  outboundProxy: setting(
    joi.any().custom(proxyAddress),
    'an http:// or https:// address of a proxy, without a path',
    'HTTP proxy (CONNECT) for outgoing https requests ([how](#outbound_proxy)). With a user and a password, put the address into the file `OUTBOUND_PROXY` in SECRETS_DIR instead, if you can.',
    'http://user:password@proxy.example.com:9293',
  ),
};

const NAME = 'OUTBOUND_PROXY';

/**
 * The address of the proxy from the file of that name in `SECRETS_DIR`, since it holds a password. No catalogue can name the
 * file, as it is that of a setting. Undefined: there is none, or it is blank.
 */
export function proxyInFile(env: NodeJS.ProcessEnv): string | undefined {
  const { file = '', text = '', fault } = readSecretFile(NAME, env);
  if (fault !== undefined) {
    requireSecretsDir(dirname(file));
    throw new SettingsError(`Settings: ${NAME} can't be read from its file in SECRETS_DIR (${fault}).`);
  }
  return text.trim() || undefined;
}

/** Otherwise each secret would look as if it were not set. A single file may be unreadable: only its leads wait (docs/secrets.md). */
function requireSecretsDir(dir: string): void {
  try {
    accessSync(dir, constants.X_OK);
  } catch {
    throw new SettingsError(
      `Settings: SECRETS_DIR ${dir} is a folder that ${thisUser()} may not enter: make it theirs (chown), or let them in (chmod).`,
    );
  }
}

function proxyAddress(text: string): string {
  const { protocol, username, password, pathname, search, hash } = new URL(text);
  if (!/^https?:$/.test(protocol) || pathname + search + hash !== '/')
    throw new Error('no address of a proxy');
  decodeURIComponent(username + password);
  return text;
}
