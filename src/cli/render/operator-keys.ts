import { keyStateOf } from '../../core/keys/stored-key.js';
import type { KeyIssuer, OperatorKey } from '../../core/operators/operator-key.js';
import type { IssuedKey } from '../../app/ports/key-store.js';
import type { Cli } from '../cli.js';
import { renderTable } from './table.js';
import { formatTime } from './time.js';

/** A key's record for JSON, with its state. */
export const operatorKeyAsJson = (key: OperatorKey, now: Date) => ({ ...key, state: keyStateOf(key, now) });

export function renderOperatorKeys(keys: readonly OperatorKey[], now: Date): string {
  if (keys.length === 0) return 'No operator key has been issued yet.';
  return renderTable(
    ['key', 'name', 'state', 'created', 'expires', 'issued by', 'scopes'],
    keys.map((key) => [
      key.prefix,
      key.name,
      keyStateOf(key, now),
      formatTime(key.created_at),
      formatTime(key.expires_at),
      issuerOf(key),
      key.scopes.join(','),
    ]),
  );
}

interface Issued {
  readonly issued_by: KeyIssuer;
  readonly rotated_by?: KeyIssuer;
}

export const issuerOf = ({ issued_by, rotated_by }: Issued): string =>
  `${nameOf(issued_by)}${rotated_by ? `, rotated by ${nameOf(rotated_by)}` : ''}`;

function nameOf(by: KeyIssuer): string {
  const what = { person: '', process: '', operator_key: 'key ', os_user: 'account ' }[by.kind];
  return `${what}${by.name}`;
}

/** The keys that a person leaves, as an instruction. `which`: more about them, between commas. */
export const renderKeysLeft = (keys: readonly OperatorKey[], which = ''): string =>
  `Operator keys that they issued or rotated${which} go on: ${keys.map(({ prefix, name }) => `${prefix}… (${name})`).join(', ')}; revoke them: leadkeep operator-key revoke PREFIX`;

/** Prints only the key to stdout, so that a script can read it, and notes to stderr. */
export function printIssuedOperatorKey(
  cli: Cli,
  { key, record }: IssuedKey<OperatorKey>,
  json: boolean,
): void {
  if (json) {
    cli.print(JSON.stringify({ key, ...record }, null, 2));
    return;
  }
  const { name, scopes, expires_at } = record;
  cli.note(
    `An operator key of ${name} for ${scopes.join(', ')}, valid until ${formatTime(expires_at)}. Copy it now: it is not stored, and you cannot see it again.`,
  );
  cli.print(key);
}
