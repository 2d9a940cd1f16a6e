import type { Command } from 'commander';
import type { Cli } from '../cli.js';
import { findKey } from '../find-key.js';
import { withDatabase } from '../wiring/with-database.js';

/** `leadkeep key revoke PREFIX`: refused by every process within 5 s, for ever. */
export function addKeyRevoke(key: Command, cli: Cli): void {
  key
    .command('revoke')
    .description('end a key now')
    .argument('<prefix>', 'first characters of the key')
    .action(async (prefix: string) => {
      const sentence = await withDatabase(cli.env, async (database) => {
        const { keys } = database;
        const found = await findKey(keys, prefix);
        const revoked = await keys.revoke(found.id, cli.clock());
        return revoked
          ? `The key ${found.prefix}… is revoked; every process refuses it within 5 seconds.`
          : `Nothing changes: the key ${found.prefix}… was revoked before.`;
      });
      cli.print(sentence);
    });
}
