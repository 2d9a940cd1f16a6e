import { type Command, Option } from 'commander';
import type { LeadQuery } from '../../app/ports/lead-overview.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { CatalogueVersion } from '../../app/ports/catalogue-store.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { DEFAULT_LIMIT, listFiltered } from '../list-filtered.js';
import type { FilterOptions } from '../lead-list-filter.js';
import { findDestination } from '../find-destination.js';
import { namesOf } from '../../core/catalogue/names-of.js';
import { countArgument, durationArgument } from '../parse-time.js';
import { listAdvice, noneOf, renderLeadList, type Listed } from '../render/lead-list.js';
import { maskLeadRecord } from '../../core/masking/mask-records.js';
import { compileCurrent } from '../../app/catalogue/compile-current.js';
import { strandedLeads } from '../../app/catalogue/stranded-by.js';
import { withLeadkeepDatabase, type Database } from '../wiring/with-database.js';

interface Options extends FilterOptions {
  readonly stranded?: boolean;
  readonly newest?: boolean;
  readonly limit?: number;
  readonly csv?: boolean;
  readonly json?: boolean;
}

/** What the list is of. The options exclude each other. */
const KINDS: Readonly<Record<string, string>> = {
  unknown: 'leads that were sent, with an unknown outcome',
  undecided: 'leads without a final state, including unknown ones',
  failed: 'leads that could not be delivered',
  stranded: 'undecided leads at a buyer or address that their offer no longer has',
  accepted: 'leads that a buyer accepted, including returned ones',
  rejected: 'leads that a rule or a buyer refused (for invalid ones: --code INVALID_FIELD)',
};

/** Any of these makes it a list of all leads, newest first. */
const FILTERS = [
  'accepted',
  'rejected',
  'returned',
  'from',
  'to',
  'affiliate',
  'campaign',
  'buyer',
  'offer',
  'code',
  'csv',
] as const satisfies readonly (keyof Options)[];

const HELP = `
Leads that need you are listed oldest first: --unknown, --undecided, --failed or --stranded. With any other filter, the
list is of all leads that match every filter, newest first. --from and --to are about the time when a lead was received,
which is also the time of its counts in reports. A lead that is submitted again is received again.`;

/** `leadkeep lead list`: lists leads that may need an operator, or all leads that match some filters. */
export function addLeadList(lead: Command, cli: Cli): void {
  const list = lead
    .command('list')
    .description('list leads that are unknown, undecided, failed or stranded, or that match other filters');
  for (const [kind, what] of Object.entries(KINDS))
    list.addOption(
      new Option(`--${kind}`, what).conflicts(Object.keys(KINDS).filter((other) => other !== kind)),
    );
  list
    .option('--returned', 'leads that the buyer sent back (not undone)')
    .option(
      '--from <time>',
      'received at or after this time, or from this day on (2026-10-01, accounting zone)',
    )
    .option('--to <time>', 'received before this time, or up to the end of this day')
    .option('--affiliate <handle>', 'only leads of this affiliate')
    .option('--campaign <handle>', 'only leads of this campaign')
    .option('--buyer <handle>', 'only leads that were sent to this buyer, or are intended for it')
    .option('--offer <handle>', 'only leads of this offer')
    .option('--code <code>', 'only leads with this code, like CAP_REACHED, PENDING or UNKNOWN')
    .option('--destination <handle>', 'only leads of this buyer (all its offers) or offer')
    .option('--older <duration>', 'only leads received longer ago than this, like 1h', durationArgument)
    .option('--newest', 'show the newest first instead of the oldest')
    .option('--limit <n>', 'number of leads to show (default: 50; with --csv all)', countArgument)
    .addOption(new Option('--csv', 'print all of them as CSV, without personal data').conflicts('json'))
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((options: Options) => {
      const filter = FILTERS.find((name) => options[name] !== undefined);
      if (filter === undefined) return listInNeed(cli, options);
      if (options.stranded) throw new CliError(`--stranded cannot be used with --${filter}`);
      return listFiltered(cli, options);
    });
}

async function listInNeed(cli: Cli, options: Options): Promise<void> {
  const kind = kindOf(options);
  const { limit = DEFAULT_LIMIT } = options;
  const now = cli.clock();
  const { leads, count, names } = await withLeadkeepDatabase(cli.env, async (database) => {
    const current = await database.catalogue.current();
    const document = current?.document;
    const query: Query = {
      kind,
      ...(options.destination === undefined
        ? {}
        : { offer_ids: findDestination(document, options.destination).offer_ids }),
      ...(options.older === undefined ? {} : { before: new Date(now.getTime() - options.older) }),
    };
    const order = options.newest === true ? 'newest' : 'oldest';
    const { found, count } = await find(database, current, query, order, limit);
    return { leads: found.map(maskLeadRecord), count, names: namesOf(document) };
  });
  if (options.json === true) {
    cli.print(JSON.stringify(leads, null, 2));
    if (count > leads.length) cli.note(`${count - leads.length} more are not shown (--limit).`);
  } else if (leads.length === 0) cli.print(noneOf(kind, options));
  else
    cli.print([renderLeadList(leads, names, now), '', ...listAdvice(kind, leads.length, count)].join('\n'));
}

type Query = Omit<LeadQuery, 'kind'> & { readonly kind: Listed };

async function find(
  database: Database,
  current: CatalogueVersion | null,
  { kind, ...query }: Query,
  order: 'oldest' | 'newest',
  limit: number,
): Promise<{ readonly found: LeadRecord[]; readonly count: number }> {
  if (kind !== 'stranded') {
    const { overview } = database;
    const of = { kind, ...query };
    return { found: await overview.list(of, order, limit), count: await overview.count(of) };
  }
  const stranded: LeadRecord[] = [];
  for await (const lead of strandedLeads(database, compileCurrent(current), query.offer_ids))
    if (!query.before || lead.received_at < query.before) stranded.push(lead);
  const direction = order === 'oldest' ? 1 : -1;
  stranded.sort((a, b) => direction * (a.received_at.getTime() - b.received_at.getTime()));
  return { found: stranded.slice(0, limit), count: stranded.length };
}

function kindOf({ unknown, undecided, failed, stranded }: Options): Listed {
  if (unknown) return 'unknown';
  if (undecided) return 'undecided';
  if (failed) return 'failed';
  if (stranded) return 'stranded';
  throw new CliError(
    'Give --unknown, --undecided, --failed or --stranded, or another filter like --accepted',
  );
}
