import { type Command } from 'commander';
import { formatCents } from '../../core/catalogue/money.js';
import { STAGE_GROUPS, type StageColumns, type StageGroup } from '../../app/stages/stage-report.js';
import { reportStages } from '../../operator-api/handlers/stages.js';
import type { Cli } from '../cli.js';
import { printJson, renderRows } from '../render/table.js';
import { withOperator } from '../wiring/with-operator.js';
import { listed, repeated } from './report.js';

interface Options {
  readonly from: string;
  readonly to: string;
  readonly by: StageGroup[];
  readonly only: string[];
  readonly json?: boolean;
}

/** `leadkeep stages`: what became of the leads that were sold on some days. */
export function addStages(program: Command, cli: Cli): void {
  program
    .command('stages')
    .description('show how many of the leads sold on some days reached each stage after the sale')
    .requiredOption('--from <day>', 'the first day of sales, like 2026-10-01')
    .requiredOption('--to <day>', 'the last day of sales, included')
    .option('--by <groups>', `one row for each of: ${STAGE_GROUPS.join(', ')}`, listed, [])
    .option(
      '--only <group=value>',
      'only this value of a group, like buyer=summit (repeatable)',
      repeated,
      [],
    )
    .option('--json', 'print JSON')
    .action(async ({ json, ...values }: Options) => {
      const answer = await withOperator(cli, ({ call }) => call(reportStages, { values }));
      if (json === true) {
        printJson(cli, answer);
        return;
      }
      const { rows, total, from, to, zone } = answer;
      const all =
        values.by.length === 0
          ? [total]
          : [...rows, { ...total, ...(values.by[0] && { [values.by[0]]: 'total' }) }];
      const lines = all.flatMap((row) =>
        row.stages.map((stage) => ({
          ...Object.fromEntries(values.by.map((group) => [group, row[group] ?? '–'])),
          ...{ sold: row.sold, age: row.average_age_days === null ? '–' : `${row.average_age_days} d` },
          ...{ stage: stage.stage, leads: stage.leads, rate: rateText(stage) },
          cost: stage.cost_cents === null ? '–' : formatCents(stage.cost_cents),
        })),
      );
      cli.print(`Leads sold from ${from} to ${to} (${zone})\n`);
      cli.print(renderRows(lines, [...values.by, 'sold age stage leads rate cost'].join(' ')));
      cli.note(
        'Rates have 95% intervals. *: too early to judge, since some of the sales are younger than most leads need.',
      );
    });
}

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;

function rateText({ rate, low, high, is_young }: StageColumns): string {
  if (rate === undefined || low === undefined || high === undefined) return '–';
  return `${percent(rate)} (${percent(low)}–${percent(high)})${is_young ? ' *' : ''}`;
}
