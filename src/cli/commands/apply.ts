import type { Command } from 'commander';
import type { EntryChange } from '../../core/catalogue/diff-catalogue.js';
import { applyDocument } from '../../app/catalogue/change-catalogue.js';
import { whoAmI, type Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { compact } from '../../core/catalogue/compact.js';
import { parseFiles } from '../parse-files.js';
import { countArgument } from '../parse-time.js';
import { backtestDraft } from '../backtest-draft.js';
import { reportChange } from '../report-change.js';
import { resumedBy, type Resumed } from '../resumed-by.js';
import { strandedBy } from '../stranded-by.js';
import { warningsOf } from '../warnings-of.js';
import { forgottenBy } from '../window-warnings.js';
import { withDatabase } from '../wiring/with-database.js';

interface Options {
  readonly dryRun?: boolean;
  readonly comment?: string;
  readonly replay?: number;
  readonly yes?: boolean;
}

/**
 * A file left out retires what it names, one from before a pause resumes it: a person at the terminal is asked, a
 * script meant what it says.
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
    ...(retired.length > 0 ? [`no longer name ${retired.join(', ')}, which would be retired`] : []),
    ...(resumed.length > 0
      ? [`would resume what is paused: ${resumed.map(({ entry }) => entry).join(', ')}`]
      : []),
  ];
  if (what.length === 0 || !cli.confirm) return true;
  return cli.confirm(`These files ${what.join(', and ')}. Apply them?`);
}

/** `leadkeep apply FILE…`: validates everything, shows what changes, makes it the next version. */
export function addApply(program: Command, cli: Cli): void {
  program
    .command('apply')
    .description('make these files the catalogue in force')
    .argument('<file...>', 'YAML files; together they are the whole catalogue')
    .option('--dry-run', 'only show what would change')
    .option(
      '--replay <n>',
      'with --dry-run: what the last N leads and searches would meet otherwise',
      countArgument,
    )
    .option('--yes', 'retire what the files no longer name and resume what is paused without asking')
    .option('--comment <text>', 'why, for the history')
    .action(async (files: string[], options: Options) => {
      const dryRun = options.dryRun === true;
      const { replay } = options;
      if (replay !== undefined && !dryRun)
        throw new CliError('--replay compares and changes nothing: add --dry-run');
      const document = parseFiles(cli, files);
      const note = compact({
        at: cli.clock(),
        by: whoAmI(),
        how: 'apply' as const,
        comment: options.comment,
      });
      const changed = await withDatabase(cli.env, (database) => {
        const store = database.catalogue;
        return applyDocument(store, document, note, {
          dryRun,
          agree: async (changes, documents) => {
            const resumed = await resumedBy(changes, store);
            const forgotten = await forgottenBy(document, database, cli.clock());
            const stranded = await strandedBy(database, documents);
            for (const warning of [...resumed.map((one) => one.warning), ...forgotten, ...stranded])
              cli.note(`warning: ${warning}`);
            return dryRun || options.yes === true || agree(cli, changes, resumed);
          },
        });
      });
      reportChange(cli, changed, dryRun);
      if (replay !== undefined && changed.outcome === 'changed')
        cli.print(
          `\n${await withDatabase(cli.env, (database) => backtestDraft(database, document, replay))}`,
        );
      for (const warning of warningsOf(document, cli.env)) cli.note(`warning: ${warning}`);
    });
}
