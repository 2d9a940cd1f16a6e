import { type Command, Option } from 'commander';
import type { LeadQuery } from '../../app/ports/lead-overview.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { CatalogueVersion } from '../../app/ports/catalogue-store.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { findDestination } from '../find-destination.js';
import { namesOf } from '../names.js';
import { countArgument, durationArgument } from '../parse-time.js';
import { listAdvice, noneOf, renderLeadList, type Listed } from '../render/lead-list.js';
import { maskLeadRecord } from '../render/mask-records.js';
import { compileCurrent } from '../compile-current.js';
import { strandedLeads } from '../stranded-by.js';
import { withLeadkeepDatabase, type Database } from '../wiring/with-database.js';

interface Options {
  readonly unknown?: boolean;
  readonly undecided?: boolean;
  readonly failed?: boolean;
  readonly stranded?: boolean;
  readonly destination?: string;
  readonly older?: number;
  readonly newest?: boolean;
  readonly limit: number;
  readonly json?: boolean;
}

/** `leadkeep lead list --unknown|--undecided|--failed|--stranded`: lists leads that may need an operator. */
export function addLeadList(lead: Command, cli: Cli): void {
  lead
    .command('list')
    .description('list leads that are unknown, undecided, failed or stranded')
    .addOption(
      new Option('--unknown', 'leads that were sent, but the outcome is unknown').conflicts([
        'undecided',
        'failed',
        'stranded',
      ]),
    )
    .addOption(
      new Option('--undecided', 'leads without a final state, including unknown ones').conflicts([
        'unknown',
        'failed',
        'stranded',
      ]),
    )
    .addOption(
      new Option('--failed', 'leads that could not be delivered').conflicts([
        'unknown',
        'undecided',
        'stranded',
      ]),
    )
    .addOption(
      new Option(
        '--stranded',
        'undecided leads at a buyer or address that their offer no longer has',
      ).conflicts(['unknown', 'undecided', 'failed']),
    )
    .option('--destination <handle>', 'only leads of this buyer or offer')
    .option('--older <duration>', 'only leads received longer ago than this, like 1h', durationArgument)
    .option('--newest', 'show the newest first instead of the oldest')
    .option('--limit <n>', 'number of leads to show', countArgument, 50)
    .option('--json', 'print JSON')
    .action(async (options: Options) => {
      const kind = kindOf(options);
      const now = cli.clock();
      const { leads, count, names } = await withLeadkeepDatabase(cli.env, async (database) => {
        const current = await database.catalogue.current();
        const document = current?.document;
        const query: Query = {
          kind,
          ...(options.destination === undefined
            ? {}
            : { offer_ids: findDestination(document, options.destination) }),
          ...(options.older === undefined ? {} : { before: new Date(now.getTime() - options.older) }),
        };
        const order = options.newest === true ? 'newest' : 'oldest';
        const { found, count } = await find(database, current, query, order, options.limit);
        return { leads: found.map(maskLeadRecord), count, names: namesOf(document) };
      });
      if (options.json === true) {
        cli.print(JSON.stringify(leads, null, 2));
        if (count > leads.length) cli.note(`${count - leads.length} more are not shown (--limit).`);
      } else if (leads.length === 0) cli.print(noneOf(kind, options));
      else
        cli.print(
          [renderLeadList(leads, names, now), '', ...listAdvice(kind, leads.length, count)].join('\n'),
        );
    });
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
  for await (const { lead } of strandedLeads(database, compileCurrent(current), query.offer_ids))
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
  throw new CliError('Give --unknown, --undecided, --failed or --stranded');
}
