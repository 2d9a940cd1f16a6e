import type { Command } from 'commander';
import { isUuid } from '../core/uuid.js';
import type { Cli } from './cli.js';
import { CliError } from './cli-error.js';
import { namesOf, type Names } from './names.js';
import { withLeadkeepDatabase, type Database } from './wiring/with-database.js';

/** How to read, mask and print one kind of record. */
export interface Showing<R> {
  readonly kind: 'search' | 'lead';
  readonly read: (database: Database, id: string) => Promise<R | null>;
  /** Whether the id belongs to the other kind. The ids of leads and searches are easy to confuse. */
  readonly isOther: (database: Database, id: string) => Promise<boolean>;
  readonly mask: (record: R) => R;
  readonly render: (record: R, names: Names) => string;
}

/** Adds `show ID [--reveal] [--json]` to the command for a kind of record. */
export function addShow<R>(parent: Command, cli: Cli, showing: Showing<R>): void {
  const { kind } = showing;
  parent
    .command('show')
    .description(`print one ${kind}`)
    .argument('<id>', `the svc_lead_id of the ${kind}`)
    .option('--reveal', 'show personal data unmasked')
    .option('--json', 'print the whole record as JSON')
    .action(async (id: string, options: { reveal?: boolean; json?: boolean }) => {
      if (!isUuid(id)) throw new CliError(`ID must be a UUID; "${id}" is not one`);
      const { record, names } = await withLeadkeepDatabase(cli.env, async (database) => ({
        record: await need(database, showing, id.toLowerCase()),
        names: namesOf((await database.catalogue.current())?.document),
      }));
      const shown = options.reveal === true ? record : showing.mask(record);
      cli.print(options.json === true ? JSON.stringify(shown, null, 2) : showing.render(shown, names));
    });
}

async function need<R>(database: Database, { kind, read, isOther }: Showing<R>, id: string): Promise<R> {
  const record = await read(database, id);
  if (record !== null) return record;
  const other = kind === 'lead' ? 'search' : 'lead';
  const hint = (await isOther(database, id))
    ? `: it is a ${other}, see \`leadkeep ${other} show\``
    : "; if this is a request_id, look for it in web's log: that line has the svc_lead_id";
  throw new CliError(`There is no ${kind} ${id}${hint}`);
}
