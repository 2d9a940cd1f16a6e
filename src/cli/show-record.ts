import { InvalidArgumentError, type Command } from 'commander';
import { maskedExchanges, type Shown } from '../app/exchanges/read-exchanges.js';
import type { Exchange } from '../core/exchanges/exchange.js';
import { isUuid } from '../core/uuid.js';
import { auditAct } from './audit-act.js';
import type { Cli } from './cli.js';
import { CliError } from './cli-error.js';
import { namesOf, type Names } from '../core/catalogue/names-of.js';
import { renderExchanges } from './render/exchanges.js';
import { whyArgument } from './who-and-why.js';
import { withLeadkeepDatabase, type Database } from './wiring/with-database.js';

/** How to read, mask and print one kind of record. */
export interface Showing<R> {
  readonly kind: 'search' | 'lead';
  readonly read: (database: Database, id: string, how?: 'shown') => Promise<R | null>;
  /** Whether the id belongs to the other kind. The ids of leads and searches are easy to confuse. */
  readonly isOther: (database: Database, id: string) => Promise<boolean>;
  readonly mask: (record: R) => R;
  readonly render: (record: R, names: Names) => string;
  /** Requests and answers about it. */
  readonly exchanges: (database: Database, record: R, attempt?: number) => Promise<Exchange[]>;
  /** It has attempts. */
  readonly attempts?: true;
}

interface ShowOptions {
  readonly reveal?: boolean;
  readonly why?: string;
  readonly reason?: string;
  readonly exchanges?: boolean;
  readonly attempt?: number;
  readonly json?: boolean;
}

/** Adds `show ID [--exchanges] [--reveal] [--json]` to the command for a kind of record. */
export function addShow<R extends Shown>(parent: Command, cli: Cli, showing: Showing<R>): void {
  const { kind } = showing;
  const command = parent
    .command('show')
    .description(`print one ${kind}`)
    .argument('<id>', `the svc_lead_id of the ${kind}`)
    .option('--reveal', 'show personal data unmasked; the audit log records it')
    .option('--why <text>', 'with --reveal: the reason, for the audit log; no personal data', whyArgument)
    .option('--reason <text>', 'the same as --why', whyArgument)
    .option('--exchanges', 'show the requests and answers about it instead')
    .option('--json', 'print the whole record as JSON')
    .action((id: string, options: ShowOptions) => show(cli, showing, id, options));
  if (showing.attempts)
    command.option('--attempt <n>', 'show request and answer of this attempt', attemptArgument);
}

async function show<R extends Shown>(
  cli: Cli,
  showing: Showing<R>,
  id: string,
  { reveal = false, why, reason = why, json, attempt, exchanges = attempt !== undefined }: ShowOptions,
): Promise<void> {
  if (!isUuid(id)) throw new CliError(`ID must be a UUID; "${id}" is not one`);
  if (reason !== undefined && !reveal)
    throw new CliError(`${why === undefined ? '--reason' : '--why'} goes with --reveal`);
  const { record, said, names } = await withLeadkeepDatabase(cli.env, async (database) => {
    const read = async () => {
      // What names members is masked by what is known of the person.
      const how = reveal || exchanges ? undefined : 'shown';
      const found = await need(database, showing, id.toLowerCase(), how);
      return { record: found, said: exchanges ? await showing.exchanges(database, found, attempt) : [] };
    };
    return {
      ...(await (reveal ? revealed(cli, database, showing.kind, id, reason, read) : read())),
      names: namesOf((await database.catalogue.current())?.document),
    };
  });
  if (exchanges) {
    if (said.length === 0) throw new CliError(nothingKept(showing.kind, attempt));
    const shown = reveal ? said : maskedExchanges(said, record);
    cli.print(json === true ? JSON.stringify(shown, null, 2) : renderExchanges(shown, names));
    return;
  }
  const shown = reveal ? record : showing.mask(record);
  cli.print(json === true ? JSON.stringify(shown, null, 2) : showing.render(shown, names));
}

const nothingKept = (kind: string, attempt: number | undefined): string =>
  `No request is kept of ${attempt === undefined ? `this ${kind}` : `attempt ${attempt}`}: none was made, it is only a few seconds old, its term is over, its person was removed, or its process was killed`;

function attemptArgument(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new InvalidArgumentError('It must be the number of an attempt, like 1.');
  return Number(text);
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

async function need<R extends Shown>(
  database: Database,
  { kind, read, isOther }: Showing<R>,
  id: string,
  how: 'shown' | undefined,
): Promise<R> {
  const record = await read(database, id, how);
  if (record !== null) return record;
  const other = kind === 'lead' ? 'search' : 'lead';
  const hint = (await isOther(database, id))
    ? `: it is a ${other}, see \`leadkeep ${other} show\``
    : "; if this is a request_id, look for it in web's log: that line has the svc_lead_id";
  throw new CliError(`There is no ${kind} ${id}${hint}`);
}
