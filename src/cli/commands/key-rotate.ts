import { InvalidArgumentError, Option, type Command } from 'commander';
import { parseDuration } from '../../core/catalogue/duration.js';
import { isKeyValid } from '../../core/keys/api-key.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { findKey } from '../find-key.js';
import { namesOf } from '../names.js';
import { printIssuedKey } from '../render/keys.js';
import { formatTime } from '../render/time.js';
import { withDatabase } from '../wiring/with-database.js';

/** `leadkeep key rotate PREFIX`: replaces a key. The old key stays valid during the overlap. */
export function addKeyRotate(key: Command, cli: Cli): void {
  key
    .command('rotate')
    .description('replace a key; the old one stays valid for a while')
    .argument('<prefix>', 'first characters of the key')
    .addOption(
      new Option('--overlap <duration>', 'how long the old key stays valid; 0s ends it at once')
        .argParser(overlapOf)
        .default(overlapOf('24h'), '24h'),
    )
    .option('--json', 'print JSON')
    .action(async (prefix: string, { overlap, json }: { overlap: number; json?: boolean }) => {
      const now = cli.clock();
      const end = new Date(now.getTime() + overlap);
      const { issued, owner } = await withDatabase(cli.env, async (database) => {
        const { keys } = database;
        const old = await findKey(keys, prefix);
        if (!isKeyValid(old, now))
          throw new CliError(`The key ${old.prefix}… is no longer valid; issue a new one`);
        if (old.replaced_by !== undefined)
          throw new CliError(`The key ${old.prefix}… was already replaced by ${old.replaced_by}…`);
        const names = namesOf((await database.catalogue.current())?.document);
        return { issued: await keys.rotate(old, end, now), owner: names(old.affiliate_id) };
      });
      if (issued === null) throw new CliError('Somebody else replaced or revoked this key at the same time');
      cli.note(`The old key expires at ${formatTime(end)} at the latest.`);
      printIssuedKey(cli, issued, owner, json === true);
    });
}

function overlapOf(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined) throw new InvalidArgumentError('It must be a duration like 24h.');
  return ms;
}
