import type { Command } from 'commander';
import type { Cli } from '../cli.js';
import { findKey, OPERATOR_KEYS } from '../find-key.js';
import { printIssuedOperatorKey } from '../render/operator-keys.js';
import { formatTime } from '../render/time.js';
import { addRotate, rotateAudit, rotateKey } from '../rotate-key.js';
import { withDatabase } from '../wiring/with-database.js';

/** `leadkeep operator-key rotate PREFIX`: replaces a key. The old key stays valid during the overlap. */
export function addOperatorKeyRotate(key: Command, cli: Cli): void {
  addRotate(key, async (prefix, { overlap, json }) => {
    const now = cli.clock();
    const end = new Date(now.getTime() + overlap);
    const issued = await withDatabase(cli.env, async (database) => {
      const { operatorKeys } = database;
      const old = await findKey(OPERATOR_KEYS, operatorKeys, prefix);
      const audit = rotateAudit(cli, database, 'operator_key', { id: old.id, overlapEnd: end });
      return rotateKey(operatorKeys, old, { overlapEnd: end, now, audit });
    });
    cli.note(`The old key expires at ${formatTime(end)} at the latest.`);
    printIssuedOperatorKey(cli, issued, json === true);
  });
}
