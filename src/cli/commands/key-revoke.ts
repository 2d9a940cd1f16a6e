import type { Command } from 'commander';
import { revokeKey } from '../../app/keys/end-key.js';
import { API_KEYS, OPERATOR_KEYS } from '../../app/keys/find-key.js';
import type { KeyStore } from '../../app/ports/key-store.js';
import type { StoredKey } from '../../core/keys/stored-key.js';
import { auditPorts } from '../audit-act.js';
import type { Cli } from '../cli.js';
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
  const { key, revoked } = await withDatabase(cli.env, (database) => {
    const keys: Pick<KeyStore<StoredKey, never>, 'findByPrefix' | 'revoke'> = database[kind];
    const ports = { keys, audit: auditPorts(cli, database.auditLog) };
    return revokeKey(ports, kind === 'keys' ? API_KEYS : OPERATOR_KEYS, { prefix, now: cli.clock() });
  });
  cli.print(
    revoked
      ? `The key ${key.prefix}… is revoked; every process refuses it within 5 seconds.`
      : `Nothing changed: the key ${key.prefix}… was already revoked.`,
  );
}
