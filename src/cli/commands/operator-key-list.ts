import type { Command } from 'commander';
import type { Cli } from '../cli.js';
import { operatorKeyAsJson, renderOperatorKeys } from '../render/operator-keys.js';
import { withDatabase } from '../wiring/with-database.js';

/** `leadkeep operator-key list`: lists every operator key ever issued, by its first characters. */
export function addOperatorKeyList(key: Command, cli: Cli): void {
  key
    .command('list')
    .description('list all operator keys with their scopes and expiry')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const keys = await withDatabase(cli.env, ({ operatorKeys }) => operatorKeys.list());
      const now = cli.clock();
      const rows = keys.map((each) => operatorKeyAsJson(each, now));
      cli.print(json === true ? JSON.stringify(rows, null, 2) : renderOperatorKeys(keys, now));
    });
}
