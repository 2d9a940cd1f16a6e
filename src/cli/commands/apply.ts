import type { Command } from 'commander';
import type { EntryChange } from '../../core/catalogue/diff-catalogue.js';
import { applyCatalogue } from '../../app/catalogue/apply-catalogue.js';
import type { Resumed } from '../../app/catalogue/resumed-by.js';
import { auditPorts } from '../audit-act.js';
import { whoAmI, type Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { compact } from '../../core/catalogue/compact.js';
import { parseFiles } from '../parse-files.js';
import { countArgument } from '../parse-time.js';
import { backtestDraft, type Backtested } from '../../app/backtest/backtest-draft.js';
import type { CatalogueDocument } from '../../core/catalogue/document.js';
import { renderBacktest } from '../render/backtest.js';
import { createGeo } from '../wiring/geo.js';
import { testPostTools } from '../wiring/test-post-tools.js';
import { reportChange } from '../report-change.js';
import { warningsOf } from '../warnings-of.js';
import { withDatabase } from '../wiring/with-database.js';

interface Options {
  readonly dryRun?: boolean;
  readonly comment?: string;
  readonly replay?: number;
  readonly yes?: boolean;
}

/**
 * Asks before a change that may be an accident: a missing file retires its entries, and a file from before a pause
 * resumes the entry. Without a terminal it agrees without asking, because a script is deliberate.
 */
async function agree(
  cli: Cli,
  changes: readonly EntryChange[],
  resumed: readonly Resumed[],
): Promise<boolean> {
  const retired = changes.flatMap(({ kind, handle, change }) =>
    change === 'retired' ? [`${kind} ${handle}`] : [],
  );
  const what = [
    ...(retired.length > 0 ? [`no longer contain ${retired.join(', ')}, which would be retired`] : []),
    ...(resumed.length > 0
      ? [`would resume paused entries: ${resumed.map(({ entry }) => entry).join(', ')}`]
      : []),
  ];
  if (what.length === 0 || !cli.confirm) return true;
  return cli.confirm(`These files ${what.join(', and ')}. Apply them?`);
}

/** `leadkeep apply FILE…`: validates the files, shows what changes, and makes them the next version. */
export function addApply(program: Command, cli: Cli): void {
  program
    .command('apply')
    .description('validate these files and make them the catalogue in force')
    .argument('<file...>', 'YAML files that together are the whole catalogue')
    .option('--dry-run', 'only show what would change')
    .option(
      '--replay <n>',
      'with --dry-run: show how the last N leads and searches would differ',
      countArgument,
    )
    .option('--yes', 'do not ask before retiring missing entries or resuming paused ones')
    .option('--comment <text>', 'the reason, for the history')
    .action(async (files: string[], options: Options) => {
      const dryRun = options.dryRun === true;
      const { replay } = options;
      if (replay !== undefined && !dryRun) throw new CliError('--replay only compares: add --dry-run');
      const document = parseFiles(cli, files);
      const note = compact({
        at: cli.clock(),
        by: whoAmI(),
        how: 'apply' as const,
        comment: options.comment,
      });
      const changed = await withDatabase(cli.env, (database) =>
        applyCatalogue({ ...database, clock: cli.clock }, auditPorts(cli, database.auditLog), {
          ...{ document, note, dryRun },
          agree: async ({ changes, resumed, warnings }) => {
            for (const warning of warnings) cli.note(`warning: ${warning}`);
            return dryRun || options.yes === true || agree(cli, changes, resumed);
          },
        }),
      );
      reportChange(cli, changed, dryRun);
      if (replay !== undefined && changed.outcome === 'changed') {
        const tested = await backtested(cli, document, replay);
        if (tested) cli.print(`\n${renderBacktest(tested.groups, tested)}`);
      }
      for (const warning of warningsOf(document, cli.env)) cli.note(`warning: ${warning}`);
    });
}

const backtested = (cli: Cli, document: CatalogueDocument, limit: number): Promise<Backtested | undefined> =>
  withDatabase(cli.env, (database) =>
    backtestDraft({ ...database, geo: createGeo(), withTools: testPostTools(cli) }, document, limit),
  );
