import { csvChunks } from '../app/csv/write-csv.js';
import type { LeadFilter, LeadOverview } from '../app/ports/lead-overview.js';
import type { LeadPosition } from '../core/lead/lead-position.js';
import type { LeadRecord } from '../core/lead/lead-record.js';
import type { Cli } from './cli.js';
import { leadFilterOf, type FilterOptions } from './lead-list-filter.js';
import { namesOf } from '../core/catalogue/names-of.js';
import { LEAD_CSV_HEAD, leadCsvRow } from '../app/lead-files/lead-csv.js';
import { renderLeadList } from './render/lead-list.js';
import { maskLeadRecord } from '../core/masking/mask-records.js';
import { withLeadkeepDatabase } from './wiring/with-database.js';

interface Printed {
  readonly csv?: boolean;
  readonly json?: boolean;
  /** Absent: 50, or all leads with `csv`. */
  readonly limit?: number;
}

/** How many leads a list shows, unless told otherwise. */
export const DEFAULT_LIMIT = 50;
const PAGE = 500;

/** Lists the leads that match, newest first: as a table, as JSON, or as CSV, which is written while it is read. */
export const listFiltered = (cli: Cli, options: FilterOptions & Printed): Promise<void> =>
  withLeadkeepDatabase(cli.env, async ({ catalogue, overview }) => {
    const document = (await catalogue.current())?.document;
    const names = namesOf(document);
    const now = cli.clock();
    const filter = leadFilterOf(options, document, now);
    if (options.csv === true) {
      const rows = rowsOf(matching(overview, filter, options.limit ?? Infinity), names);
      for await (const lines of csvChunks(LEAD_CSV_HEAD, rows)) cli.print(lines);
      return;
    }
    const limit = options.limit ?? DEFAULT_LIMIT;
    const leads: LeadRecord[] = [];
    for await (const lead of matching(overview, filter, limit + 1)) leads.push(maskLeadRecord(lead));
    const shown = leads.slice(0, limit);
    if (options.json === true) cli.print(JSON.stringify(shown, null, 2));
    else if (shown.length === 0) cli.print('No lead matches.');
    else cli.print(renderLeadList(shown, names, now));
    if (leads.length > limit)
      cli.note(`More leads match. --limit ${limit * 10} shows more, --csv shows all.`);
  });

async function* rowsOf(leads: AsyncIterable<LeadRecord>, names: ReturnType<typeof namesOf>) {
  for await (const lead of leads) yield leadCsvRow(lead, names);
}

/** The newest leads that match, read in pages. */
async function* matching(
  overview: Pick<LeadOverview, 'page'>,
  filter: LeadFilter,
  most: number,
): AsyncGenerator<LeadRecord> {
  let after: LeadPosition | undefined;
  for (let left = most; left > 0;) {
    const { leads, next } = await overview.page(filter, Math.min(PAGE, left), after);
    yield* leads;
    if (!next) return;
    left -= leads.length;
    after = next;
  }
}
