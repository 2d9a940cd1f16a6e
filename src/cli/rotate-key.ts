import { InvalidArgumentError, Option, type Command } from 'commander';
import { parseDuration } from '../core/catalogue/duration.js';
import { isKeyValid, type StoredKey } from '../core/keys/stored-key.js';
import type { IssuedKey, KeyStore } from '../app/ports/key-store.js';
import { auditAct } from './audit-act.js';
import type { Cli } from './cli.js';
import { CliError } from './cli-error.js';
import type { Database } from './wiring/with-database.js';

export interface RotateOptions {
  /** In milliseconds. */
  readonly overlap: number;
  readonly json?: boolean;
}

/** Adds `rotate PREFIX` to the command for a kind of key. */
export const addRotate = (
  key: Command,
  run: (prefix: string, options: RotateOptions) => Promise<void>,
): void => {
  key
    .command('rotate')
    .description('replace a key; the old one stays valid for a while')
    .argument('<prefix>', 'first characters of the key')
    .addOption(
      new Option('--overlap <duration>', 'how long the old key stays valid; 0s ends it at once')
        .argParser(overlapOf)
        .default(overlapOf('24h'), '24h'),
    )
    .option('--json', 'print JSON')
    .action(run);
};

type Issued<Key extends StoredKey> = IssuedKey<Key> | null;

interface Rotation<Key extends StoredKey> {
  readonly overlapEnd: Date;
  readonly now: Date;
  /** Replaces the key with an entry in the audit log before it and after it (`rotateAudit`). */
  readonly audit: (rotate: () => Promise<Issued<Key>>) => Promise<Issued<Key>>;
}

/** Puts the rotation of a key into the audit log. */
export const rotateAudit =
  (
    cli: Cli,
    ports: Pick<Database, 'auditLog'>,
    kind: 'key' | 'operator_key',
    { id, overlapEnd }: { readonly id: string; readonly overlapEnd: Date },
  ) =>
  <Key extends StoredKey>(rotate: () => Promise<Issued<Key>>): Promise<Issued<Key>> =>
    auditAct(
      cli,
      ports,
      {
        ...{ action: `${kind}.rotate`, on: { kind, ids: [id] } },
        facts: { old_ends_at: overlapEnd.toISOString() },
      },
      rotate,
      (made) => (made ? { result: 'done', facts: { key_id: made.record.id } } : { result: 'refused' }),
    );

/** Replaces a key. Throws a CliError if it is no longer valid or was already replaced. */
export async function rotateKey<Key extends StoredKey>(
  keys: Pick<KeyStore<Key, never>, 'rotate'>,
  old: Key,
  { overlapEnd, now, audit }: Rotation<Key>,
): Promise<IssuedKey<Key>> {
  if (!isKeyValid(old, now)) throw new CliError(`The key ${old.prefix}… is no longer valid; issue a new one`);
  if (old.replaced_by !== undefined)
    throw new CliError(`The key ${old.prefix}… was already replaced by ${old.replaced_by}…`);
  const issued = await audit(() => keys.rotate(old, overlapEnd, now));
  if (issued === null) throw new CliError('Somebody else replaced or revoked this key at the same time');
  return issued;
}

function overlapOf(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined) throw new InvalidArgumentError('It must be a duration like 24h.');
  return ms;
}
