import type { Command } from 'commander';
import type { Cli } from '../cli.js';
import { findKey } from '../find-key.js';
import { withDatabase } from '../wiring/with-database.js';

/** `leadkeep key revoke PREFIX`: every process refuses the key within 5 s, permanently. */
export function addKeyRevoke(key: Command, cli: Cli): void {
  key
    .command('revoke')
    .description('revoke a key now, for good')
    .argument('<prefix>', 'first characters of the key')
    .action(async (prefix: string) => {
      const message = await withDatabase(cli.env, async (database) => {
        const { keys } = database;
        const found = await findKey(keys, prefix);
        const revoked = await keys.revoke(found.id, cli.clock());
        return revoked
          ? `The key ${found.prefix}… is revoked; every process refuses it within 5 seconds.`
          : `Nothing changed: the key ${found.prefix}… was already revoked.`;
      });
      cli.print(message);
    });
}
