import type { Command } from 'commander';
import { isUuid } from '../core/uuid.js';
import { auditAct } from './audit-act.js';
import type { Cli } from './cli.js';
import { CliError } from './cli-error.js';
import { namesOf, type Names } from './names.js';
import { whyArgument } from './who-and-why.js';
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
    .option('--reveal', 'show personal data unmasked; the audit log records it')
    .option('--why <text>', 'with --reveal: the reason, for the audit log; no personal data', whyArgument)
    .option('--json', 'print the whole record as JSON')
    .action(async (id: string, options: { reveal?: boolean; why?: string; json?: boolean }) => {
      if (!isUuid(id)) throw new CliError(`ID must be a UUID; "${id}" is not one`);
      if (options.why !== undefined && options.reveal !== true)
        throw new CliError('--why goes with --reveal');
      const { record, names } = await withLeadkeepDatabase(cli.env, async (database) => {
        const read = () => need(database, showing, id.toLowerCase());
        return {
          record: await (options.reveal === true
            ? revealed(cli, database, kind, id, options.why, read)
            : read()),
          names: namesOf((await database.catalogue.current())?.document),
        };
      });
      const shown = options.reveal === true ? record : showing.mask(record);
      cli.print(options.json === true ? JSON.stringify(shown, null, 2) : showing.render(shown, names));
    });
}

/** Reads a record whose personal data will be shown. The audit log knows it before. */
const revealed = <R>(
  cli: Cli,
  database: Database,
  kind: Showing<R>['kind'],
  id: string,
  why: string | undefined,
  read: () => Promise<R>,
): Promise<R> =>
  auditAct(cli, database, { action: `${kind}.reveal`, on: { kind, ids: [id.toLowerCase()] }, why }, read);

async function need<R>(database: Database, { kind, read, isOther }: Showing<R>, id: string): Promise<R> {
  const record = await read(database, id);
  if (record !== null) return record;
  const other = kind === 'lead' ? 'search' : 'lead';
  const hint = (await isOther(database, id))
    ? `: it is a ${other}, see \`leadkeep ${other} show\``
    : "; if this is a request_id, look for it in web's log: that line has the svc_lead_id";
  throw new CliError(`There is no ${kind} ${id}${hint}`);
}
