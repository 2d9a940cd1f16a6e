import type { Command } from 'commander';
import type { Cli } from '../cli.js';
import { namesOf } from '../../core/catalogue/names-of.js';
import { keyAsJson, renderKeys } from '../render/keys.js';
import { withDatabase } from '../wiring/with-database.js';

/** `leadkeep key list`: lists every key ever issued, by its first characters. */
export function addKeyList(key: Command, cli: Cli): void {
  key
    .command('list')
    .description('list all keys with their owners, operations and expiry')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { keys, names } = await withDatabase(cli.env, async (database) => ({
        keys: await database.keys.list(),
        names: namesOf((await database.catalogue.current())?.document),
      }));
      const now = cli.clock();
      const rows = keys.map((each) => keyAsJson(each, names(each.affiliate_id), now));
      cli.print(json === true ? JSON.stringify(rows, null, 2) : renderKeys(keys, names, now));
    });
}
