import { type Command, Option } from 'commander';
import { report, type Report } from '../../app/reports/report.js';
import { SORTABLE } from '../../app/reports/sort-rows.js';
import { DIMENSIONS } from '../../core/reports/dimensions.js';
import { ReportRefused } from '../../core/reports/report-request.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { reportCsv } from '../render/report-csv.js';
import { renderReport } from '../render/report.js';
import { withReports } from '../wiring/with-reports.js';

interface Options {
  readonly from: string;
  readonly to: string;
  readonly zone?: string;
  readonly by: string[];
  readonly only: string[];
  readonly sort?: string;
  readonly json?: boolean;
  readonly csv?: boolean;
}

/** `leadkeep report`: what was searched, submitted, sold, returned and earned, in groups. */
export function addReport(program: Command, cli: Cli): void {
  program
    .command('report')
    .description('show what was searched, sold, returned and earned, by day, affiliate, buyer, …')
    .requiredOption('--from <day>', 'the first day, like 2026-10-01')
    .requiredOption('--to <day>', 'the last day, included')
    .option('--zone <zone>', "time zone of days and hours, like America/Chicago (default: the catalogue's)")
    .option('--by <groups>', `one row for each of: ${DIMENSIONS.join(', ')}`, listed, [])
    .option('--only <group=value>', 'only what belongs to it, like affiliate=acme (repeatable)', repeated, [])
    .option('--sort <column>', `a group, or one of: ${SORTABLE.join(', ')}`)
    .addOption(new Option('--csv', 'print the rows as CSV, without the total').conflicts('json'))
    .option('--json', 'print JSON')
    .action(async ({ json, csv, ...request }: Options) => {
      const made = await make(cli, request);
      if (csv === true) {
        cli.print(reportCsv(made));
        return;
      }
      if (json === true) {
        const { from, to, zone, currency, rows, total, notes } = made;
        cli.print(JSON.stringify({ from, to, zone, currency, rows, total, notes }, null, 2));
        return;
      }
      cli.print(renderReport(made));
      for (const note of made.notes) cli.note(note);
    });
}

async function make(cli: Cli, request: Omit<Options, 'json' | 'csv'>): Promise<Report> {
  try {
    return await withReports(cli.env, cli.clock, (ports) => report(ports, request));
  } catch (error) {
    throw error instanceof ReportRefused ? new CliError(error.message) : error;
  }
}

const repeated = (text: string, before: readonly string[]): string[] => [...before, text];
const listed = (text: string, before: readonly string[]): string[] => [
  ...before,
  ...text.split(',').map((name) => name.trim()),
];
