import type { Command } from 'commander';
import { auditAct } from '../audit-act.js';
import type { Cli } from '../cli.js';
import { firstIdentitiesOf, readSettings } from '../wiring/identities.js';
import { withDatabase, type Database } from '../wiring/with-database.js';
import { withRedis } from '../wiring/with-redis.js';

/** `leadkeep migrate`: prepares the database for a release. You can repeat it, and run it beside the last release. */
export function addMigrate(program: Command, cli: Cli): void {
  program
    .command('migrate')
    .description(
      'prepare the database for this release (needs IDENTITY_SECRET too, and Redis in production or if REDIS_URL is set)',
    )
    .option(
      '--sharded',
      'also spread leads, searches, claims, exchanges and Idempotency-Keys over the shards of a cluster',
    )
    .action(async ({ sharded = false }: { sharded?: boolean }) => {
      // The step before all processes tells what is wrong with any setting: after it, each of them would end by itself.
      readSettings(cli.env);
      const identities = firstIdentitiesOf(cli.env);
      // A platform then keeps the release that runs, whose processes have reached it.
      if (cli.env['REDIS_URL'] || cli.env['NODE_ENV'] === 'production') {
        const unsuitable = await withRedis(cli.env, async (redis) => {
          await redis.refusePreRelease();
          return redis.whyUnsuitable();
        });
        if (unsuitable !== undefined) cli.note(`warning: nothing is sold with this Redis: ${unsuitable}`);
      }
      await withDatabase(cli.env, async (database) => {
        // Before the log, so that a command with a wrong secret or key writes nothing.
        await database.requireKeys();
        await auditAct(cli, database, { action: 'database.migrate' }, () =>
          database.migrate(identities, (line) => {
            cli.note(line);
          }),
        );
        if (sharded) await shard(cli, database);
      });
      cli.print('The database is ready for this release.');
    });
}

/** Through a router, shards the collections. Anywhere else, prints the steps for the person who sets up the cluster. */
async function shard(cli: Cli, database: Database): Promise<void> {
  if (await database.isRouter()) {
    await auditAct(cli, database, { action: 'database.migrate' }, () => database.shard());
    cli.print('The collections of calls are sharded by the hash of their ids.');
    return;
  }
  cli.note(
    'MONGO_URL leads to no router (mongos) of a sharded cluster. Run these steps in mongosh through one:',
  );
  for (const step of database.shardingSteps()) cli.print(step);
}
