import type { Command } from 'commander';
import { rotateKey } from '../../app/keys/end-key.js';
import { API_KEYS } from '../../app/keys/find-key.js';
import { addRotate } from '../add-rotate.js';
import { auditPorts } from '../audit-act.js';
import type { Cli } from '../cli.js';
import { namesOf } from '../../core/catalogue/names-of.js';
import { printIssuedKey } from '../render/keys.js';
import { formatTime } from '../render/time.js';
import { withDatabase } from '../wiring/with-database.js';

/** `leadkeep key rotate PREFIX`: replaces a key. The old key stays valid during the overlap. */
export function addKeyRotate(key: Command, cli: Cli): void {
  addRotate(key, async (prefix, { overlap, json }) => {
    const now = cli.clock();
    const overlapEnd = new Date(now.getTime() + overlap);
    const { issued, owner } = await withDatabase(cli.env, async ({ keys, catalogue, auditLog }) => {
      const ports = { keys, audit: auditPorts(cli, auditLog) };
      const issued = await rotateKey(ports, API_KEYS, { prefix, overlapEnd, now });
      const names = namesOf((await catalogue.current())?.document);
      return { issued, owner: names(issued.record.affiliate_id) };
    });
    cli.note(`The old key expires at ${formatTime(overlapEnd)} at the latest.`);
    printIssuedKey(cli, issued, owner, json === true);
  });
}
