import { keyStateOf } from '../../core/keys/stored-key.js';
import { type ApiKey } from '../../core/keys/api-key.js';
import { DEFAULT_LIMITS, OPERATIONS, type Limit, type Operation } from '../../core/limits/limits.js';
import type { IssuedKey } from '../../app/ports/key-store.js';
import type { Cli } from '../cli.js';
import type { Names } from '../../core/catalogue/names-of.js';
import { renderTable } from './table.js';
import { formatTime } from './time.js';

/** A key's record for JSON, with the affiliate's handle and the key's state. */
export const keyAsJson = (key: ApiKey, affiliate: string, now: Date) => ({
  ...key,
  affiliate,
  state: keyStateOf(key, now),
});

const limitText = (operation: Operation, { per_minute, burst }: Limit): string =>
  `${operation}=${per_minute}/min:${burst}`;

const limitsOf = ({ limits }: ApiKey): string =>
  OPERATIONS.flatMap((operation) => {
    const limit = limits[operation];
    return limit === undefined ? [] : [limitText(operation, limit)];
  }).join(' ');

const DEFAULTS = OPERATIONS.map((operation) => limitText(operation, DEFAULT_LIMITS[operation])).join(' ');

const operationsOf = ({ operations }: ApiKey): string =>
  OPERATIONS.every((operation) => operations.includes(operation)) ? 'all' : operations.join(',');

/** Renders keys as a table. A `replaced` key stays valid until it expires. */
export function renderKeys(keys: readonly ApiKey[], names: Names, now: Date): string {
  if (keys.length === 0) return 'No key has been issued yet.';
  const table = renderTable(
    ['key', 'affiliate', 'state', 'created', 'expires', 'operations', 'limits'],
    keys.map((key) => [
      key.prefix,
      names(key.affiliate_id),
      keyStateOf(key, now),
      formatTime(key.created_at),
      key.expires_at === undefined ? 'never' : formatTime(key.expires_at),
      operationsOf(key),
      limitsOf(key) || 'default',
    ]),
  );
  return `${table}\n\nDefault limits: ${DEFAULTS}`;
}

/** Prints only the key to stdout, so that a script can read it, and notes to stderr. */
export function printIssuedKey(cli: Cli, { key, record }: IssuedKey, affiliate: string, json: boolean): void {
  if (json) {
    cli.print(JSON.stringify({ key, ...record, affiliate }, null, 2));
    return;
  }
  const until = record.expires_at === undefined ? 'forever' : `until ${formatTime(record.expires_at)}`;
  const kind = record.is_test ? 'test key' : 'key';
  cli.note(
    `A ${kind} of ${affiliate}, valid ${until}. Copy it now: it is not stored, and you cannot see it again.`,
  );
  cli.print(key);
}
