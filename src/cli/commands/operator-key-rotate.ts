import type { Command } from 'commander';
import { rotateKey } from '../../app/keys/end-key.js';
import { OPERATOR_KEYS } from '../../app/keys/find-key.js';
import { addRotate } from '../add-rotate.js';
import { auditPorts, keyIssuer } from '../audit-act.js';
import type { Cli } from '../cli.js';
import { printIssuedOperatorKey } from '../render/operator-keys.js';
import { formatTime } from '../render/time.js';
import { withDatabase } from '../wiring/with-database.js';

/** `leadkeep operator-key rotate PREFIX`: replaces a key. The old key stays valid during the overlap. */
export function addOperatorKeyRotate(key: Command, cli: Cli): void {
  addRotate(key, async (prefix, { overlap, json }) => {
    const now = cli.clock();
    const overlapEnd = new Date(now.getTime() + overlap);
    const issued = await withDatabase(cli.env, ({ operatorKeys, auditLog }) =>
      rotateKey({ keys: operatorKeys, audit: auditPorts(cli, auditLog) }, OPERATOR_KEYS, {
        ...{ prefix, overlapEnd, now, by: keyIssuer() },
      }),
    );
    cli.note(`The old key expires at ${formatTime(overlapEnd)} at the latest.`);
    printIssuedOperatorKey(cli, issued, json === true);
  });
}
