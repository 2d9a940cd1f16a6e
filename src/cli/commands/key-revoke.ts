import type { Command } from 'commander';
import type { KeyStore } from '../../app/ports/key-store.js';
import type { StoredKey } from '../../core/keys/stored-key.js';
import { auditAct } from '../audit-act.js';
import type { Cli } from '../cli.js';
import { API_KEYS, findKey, OPERATOR_KEYS } from '../find-key.js';
import { withDatabase } from '../wiring/with-database.js';

/** `leadkeep key revoke PREFIX`: every process refuses the key within 5 s, permanently. */
export const addKeyRevoke = (key: Command, cli: Cli): void => {
  addRevoke(key, (prefix) => revoke(cli, 'keys', prefix));
};

/** `leadkeep operator-key revoke PREFIX`: the same for a key for the operator API. */
export const addOperatorKeyRevoke = (key: Command, cli: Cli): void => {
  addRevoke(key, (prefix) => revoke(cli, 'operatorKeys', prefix));
};

function addRevoke(key: Command, run: (prefix: string) => Promise<void>): void {
  key
    .command('revoke')
    .description('revoke a key now, for good')
    .argument('<prefix>', 'first characters of the key')
    .action(run);
}

async function revoke(cli: Cli, kind: 'keys' | 'operatorKeys', prefix: string): Promise<void> {
  const message = await withDatabase(cli.env, async (database) => {
    const keys: Pick<KeyStore<StoredKey, never>, 'findByPrefix' | 'revoke'> = database[kind];
    const found = await findKey(kind === 'keys' ? API_KEYS : OPERATOR_KEYS, keys, prefix);
    const revoked = await auditAct(
      cli,
      database,
      kind === 'keys'
        ? { action: 'key.revoke', on: { kind: 'key', ids: [found.id] } }
        : { action: 'operator_key.revoke', on: { kind: 'operator_key', ids: [found.id] } },
      () => keys.revoke(found.id, cli.clock()),
      (done) => ({ result: done ? 'done' : 'nothing' }),
    );
    return revoked
      ? `The key ${found.prefix}… is revoked; every process refuses it within 5 seconds.`
      : `Nothing changed: the key ${found.prefix}… was already revoked.`;
  });
  cli.print(message);
}
