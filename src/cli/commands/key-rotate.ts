import type { Command } from 'commander';
import type { Cli } from '../cli.js';
import { API_KEYS, findKey } from '../find-key.js';
import { namesOf } from '../names.js';
import { printIssuedKey } from '../render/keys.js';
import { formatTime } from '../render/time.js';
import { addRotate, rotateAudit, rotateKey } from '../rotate-key.js';
import { withDatabase } from '../wiring/with-database.js';

/** `leadkeep key rotate PREFIX`: replaces a key. The old key stays valid during the overlap. */
export function addKeyRotate(key: Command, cli: Cli): void {
  addRotate(key, async (prefix, { overlap, json }) => {
    const now = cli.clock();
    const end = new Date(now.getTime() + overlap);
    const { issued, owner } = await withDatabase(cli.env, async (database) => {
      const { keys, catalogue } = database;
      const old = await findKey(API_KEYS, keys, prefix);
      const names = namesOf((await catalogue.current())?.document);
      const audit = rotateAudit(cli, database, 'key', { id: old.id, overlapEnd: end });
      return {
        issued: await rotateKey(keys, old, { overlapEnd: end, now, audit }),
        owner: names(old.affiliate_id),
      };
    });
    cli.note(`The old key expires at ${formatTime(end)} at the latest.`);
    printIssuedKey(cli, issued, owner, json === true);
  });
}
