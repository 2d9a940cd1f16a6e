import type { Command } from 'commander';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BuyerAt } from '../../core/caps/usage-counts.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import type { LeadCounts } from '../../app/ports/lead-counts.js';
import type { LeadStore } from '../../app/ports/lead-store.js';
import { createCatalogueStore } from '../../platform/mongo/catalogue/catalogue-store.js';
import { createFormerBuyers } from '../../platform/mongo/catalogue/former-buyers.js';
import { checkLedger } from '../../platform/redis/ledger/check-ledger.js';
import { whyUnfit } from '../../platform/redis/ledger/fitness.js';
import { rebuildLedger } from '../../platform/redis/ledger/rebuild.js';
import { createLogger } from '../../platform/process/logger.js';
import { createLeadCounts } from '../../platform/mongo/stores/lead-counts.js';
import { createLeadScan } from '../../platform/mongo/stores/lead-scan.js';
import { createLeadStore } from '../../platform/mongo/stores/lead-store.js';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { CliExit } from '../cli-exit.js';
import { capNames } from '../name-caps.js';
import { formatLength } from '../render/time.js';
import { renderTable } from '../render/table.js';
import { compiled } from '../settle-one.js';
import { withLeadkeepDatabase } from '../wiring/with-database.js';
import { withRedis } from '../wiring/with-redis.js';

const DIFFERS = 1;
/** Longer than the sweeper takes to pay a debt. */
const SECOND_LOOK_MS = 10_000;

interface Parts {
  readonly connection: Connection;
  readonly redis: Redis;
  readonly prefix: string;
  readonly leads: LeadStore;
  readonly counts: LeadCounts;
  readonly catalogue: Catalogue;
  readonly formerBuyers: () => Promise<BuyerAt>;
}

/** `leadkeep ledger check|rebuild`: the cap ledger against the stored leads. */
export function addLedger(ledger: Command, cli: Cli): void {
  ledger
    .command('check')
    .description('compare the cap ledger with the stored leads (exit code 1 when they differ)')
    .option('--json', 'as JSON')
    .action(({ json }: { json?: boolean }) => withParts(cli, (parts) => check(cli, parts, json === true)));
  ledger
    .command('rebuild')
    .description('count the cap ledger anew from the stored leads; nothing is sold meanwhile')
    .action(() => withParts(cli, (parts) => rebuild(cli, parts)));
}

const withParts = (cli: Cli, use: (parts: Parts) => Promise<void>): Promise<void> =>
  withLeadkeepDatabase(cli.env, async (connection) => {
    const versions = createCatalogueStore(connection);
    const catalogue = compiled(await versions.current());
    const formerBuyers = createFormerBuyers(versions);
    const leads = createLeadStore(connection);
    const counts = createLeadCounts(connection);
    await withRedis(cli.env, (redis, prefix) =>
      use({ connection, redis, prefix, leads, counts, catalogue, formerBuyers }),
    );
  });

async function check(cli: Cli, parts: Parts, json: boolean): Promise<void> {
  const checked = await checkLedger({ ...parts, clock: cli.clock, pause: () => sleep(SECOND_LOOK_MS) });
  if (checked.outcome === 'unfit')
    throw new CliError(nothingSold((await whyUnfit(parts.redis)) ?? 'it was unfit a moment ago'));
  if (checked.outcome !== 'compared') throw new CliError(OUT_OF_SERVICE[checked.outcome]);
  const nameOf = capNames(parts.catalogue);
  const rows = checked.differences.map((one) => ({ ...one, cap: nameOf(one.cap_id) }));
  if (json) cli.print(JSON.stringify({ places: checked.places, differences: rows }, null, 2));
  else if (rows.length === 0) cli.print(`The ledger agrees with the leads in all ${checked.places} places.`);
  else
    cli.print(
      renderTable(
        ['cap', 'window', 'ledger', 'leads'],
        rows.map(({ cap, window, ledger, least, most }) => [
          cap,
          window,
          String(ledger),
          least === most ? String(most) : `${least} to ${most}`,
        ]),
      ),
    );
  if (rows.length === 0) return;
  throw new CliExit(
    DIFFERS,
    'The ledger and the leads differ. What a rebuild left over the sweeper settles within a minute; if it stays: leadkeep ledger rebuild',
  );
}

const OUT_OF_SERVICE = {
  rebuilding: 'The ledger is being counted anew at this moment; check it again in a minute',
  stale: 'The ledger is stale and counts nothing until the next lead has it rebuilt: leadkeep ledger rebuild',
  none: 'There is no ledger in this Redis yet: leadkeep ledger rebuild, or the next lead, makes it',
} as const;

const nothingSold = (why: string): string => `Nothing is sold on this Redis: ${why}`;

async function rebuild(cli: Cli, parts: Parts): Promise<void> {
  const log = createLogger({ logLevel: 'silent' }, 'cli');
  const scan = createLeadScan(parts.connection, log);
  const rebuilt = await rebuildLedger({ ...parts, scan, now: cli.clock(), log });
  switch (rebuilt.outcome) {
    case 'rebuilt':
      cli.print(
        `The ledger was counted anew: ${rebuilt.leads} leads, ${rebuilt.places} places, ${formatLength(rebuilt.ms)}.`,
      );
      return;
    case 'unfit':
      throw new CliError(nothingSold(rebuilt.why));
    case 'busy':
      throw new CliError('Another process counts the ledger at this moment; nothing was changed');
    case 'lost':
      throw new CliError(
        'Redis went away, was replaced or promoted during the count; nothing was changed, run it again',
      );
    case 'current':
    case 'cut':
      cli.print('The ledger is sound.');
  }
}
