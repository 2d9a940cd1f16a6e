import { type Command, Option } from 'commander';
import type { LeadKind, LeadQuery } from '../../core/ports/lead-overview.js';
import { createCatalogueStore } from '../../platform/catalogue/catalogue-store.js';
import { createLeadOverview } from '../../platform/stores/lead-overview.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { findDestination } from '../find-destination.js';
import { namesOf } from '../names.js';
import { countArgument, durationArgument } from '../parse-time.js';
import { listAdvice, noneOf, renderLeadList } from '../render/lead-list.js';
import { maskLeadRecord } from '../render/mask-records.js';
import { withLeadkeepDatabase } from '../with-database.js';

interface Options {
  readonly unknown?: boolean;
  readonly undecided?: boolean;
  readonly failed?: boolean;
  readonly destination?: string;
  readonly older?: number;
  readonly newest?: boolean;
  readonly limit: number;
  readonly json?: boolean;
}

/** `leadkeep lead list --unknown|--undecided|--failed`: the leads that an operator has to know of. */
export function addLeadList(lead: Command, cli: Cli): void {
  lead
    .command('list')
    .description('leads that are unknown, undecided or failed')
    .addOption(
      new Option('--unknown', 'sent, and nobody knows what the buyer made of it').conflicts([
        'undecided',
        'failed',
      ]),
    )
    .addOption(new Option('--undecided', 'not ended, the unknown ones too').conflicts(['unknown', 'failed']))
    .addOption(new Option('--failed', 'could not be delivered').conflicts(['unknown', 'undecided']))
    .option('--destination <handle>', 'of this buyer or offer alone')
    .option('--older <duration>', 'received longer ago than this, like 1h', durationArgument)
    .option('--newest', 'newest first instead of oldest first')
    .option('--limit <n>', 'the most that are shown', countArgument, 50)
    .option('--json', 'as JSON')
    .action(async (options: Options) => {
      const kind = kindOf(options);
      const now = cli.clock();
      const { leads, count, names } = await withLeadkeepDatabase(cli.env, async (connection) => {
        const document = (await createCatalogueStore(connection).current())?.document;
        const query: LeadQuery = {
          kind,
          ...(options.destination === undefined
            ? {}
            : { offer_ids: findDestination(document, options.destination) }),
          ...(options.older === undefined ? {} : { before: new Date(now.getTime() - options.older) }),
        };
        const overview = createLeadOverview(connection);
        const order = options.newest === true ? 'newest' : 'oldest';
        return {
          leads: (await overview.list(query, order, options.limit)).map(maskLeadRecord),
          count: await overview.count(query),
          names: namesOf(document),
        };
      });
      if (options.json === true) {
        cli.print(JSON.stringify(leads, null, 2));
        if (count > leads.length) cli.note(`${count - leads.length} more were left off (--limit).`);
      } else if (leads.length === 0) cli.print(noneOf(kind, options));
      else
        cli.print(
          [renderLeadList(leads, names, now), '', ...listAdvice(kind, leads.length, count)].join('\n'),
        );
    });
}

function kindOf({ unknown, undecided, failed }: Options): LeadKind {
  if (unknown) return 'unknown';
  if (undecided) return 'undecided';
  if (failed) return 'failed';
  throw new CliError('Say which leads: --unknown, --undecided or --failed');
}
