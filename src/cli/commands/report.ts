import { type Command, Option } from 'commander';
import { compact } from '../../core/catalogue/compact.js';
import { SORTABLE } from '../../app/reports/sort-rows.js';
import { RANGES, type Range } from '../../core/reports/ranges.js';
import { DIMENSIONS, type Dimension } from '../../core/reports/dimensions.js';
import { makeReport } from '../../operator-api/handlers/report.js';
import type { Cli } from '../cli.js';
import { reportCsv } from '../../app/reports/report-csv.js';
import { renderReport } from '../render/report.js';
import { printJson } from '../render/table.js';
import { withOperator } from '../wiring/with-operator.js';

interface Options {
  readonly from?: string;
  readonly to?: string;
  readonly range?: Range;
  readonly zone?: string;
  readonly by: Dimension[];
  readonly only: string[];
  readonly sort?: Dimension;
  readonly previous?: boolean;
  readonly json?: boolean;
  readonly csv?: boolean;
}

/** `leadkeep report`: what was searched, submitted, sold, returned and earned, in groups. */
export function addReport(program: Command, cli: Cli): void {
  program
    .command('report')
    .description('show searches, sales, returns and earnings by day, affiliate, buyer, …')
    .option('--from <day>', 'the first day, like 2026-10-01')
    .option('--to <day>', 'the last day, included')
    .addOption(
      new Option('--range <days>', 'instead of --from and --to').choices(RANGES).conflicts(['from', 'to']),
    )
    .option('--zone <zone>', "time zone of days and hours, like America/Chicago (default: the catalogue's)")
    .option('--by <groups>', `one row for each of: ${DIMENSIONS.join(', ')}`, listed, [])
    .option(
      '--only <group=value>',
      'only this value of a group, like affiliate=acme (repeatable)',
      repeated,
      [],
    )
    .option('--sort <column>', `a group, or one of: ${SORTABLE.join(', ')}`)
    .option(
      '--previous',
      'show the period before beside it: as many days, or the same days of the month before',
    )
    .addOption(new Option('--csv', 'print the rows as CSV, without the total').conflicts('json'))
    .option('--json', 'print JSON')
    .action(async ({ json, csv, previous, ...request }: Options) => {
      const values = compact({ ...request, compare: previous ? ('previous' as const) : undefined });
      const answer = await withOperator(cli, ({ call }) => call(makeReport, { values }));
      if (json === true) {
        printJson(cli, answer);
        return;
      }
      const made = { ...answer, by: request.by };
      if (csv === true) {
        cli.print(reportCsv(made));
        return;
      }
      cli.print(renderReport(made));
      for (const note of made.notes) cli.note(note);
    });
}

export const repeated = (text: string, before: readonly string[]): string[] => [...before, text];
export const listed = (text: string, before: readonly string[]): string[] => [
  ...before,
  ...text.split(',').map((name) => name.trim()),
];
