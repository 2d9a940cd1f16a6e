import type { Command } from 'commander';
import { compact } from '../../core/catalogue/compact.js';
import { rollBack } from '../../app/catalogue/roll-back.js';
import { auditPorts } from '../audit-act.js';
import { whoAmI, type Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { EMERGENCY_HELP, emergencyOf, type EmergencyOptions } from '../emergency.js';
import { whyArgument } from '../who-and-why.js';
import { countArgument } from '../parse-time.js';
import { listVersions, readCatalogue, readVersion } from '../../operator-api/handlers/catalogue.js';
import { printAnswer } from '../render/table.js';
import { reportChange, versionLine } from '../report-change.js';
import { writeFiles } from '../write-files.js';
import { missingSecretWarnings } from '../warnings-of.js';
import { withDatabase } from '../wiring/with-database.js';
import { withOperator } from '../wiring/with-operator.js';

interface RollbackOptions extends EmergencyOptions {
  readonly dryRun?: boolean;
  readonly base?: number;
  readonly comment?: string;
}

/** `leadkeep catalogue history | show N | export | rollback N`. */
export function addCatalogue(catalogue: Command, cli: Cli): void {
  addExport(catalogue, cli);
  catalogue
    .command('history')
    .description('show who changed the catalogue, when and how')
    .option('--limit <n>', 'number of newest versions to show', countArgument, 50)
    .option('--json', 'print JSON')
    .action(async ({ limit, json }: { limit: number; json?: boolean }) => {
      const answer = await withOperator(cli, ({ call }) => call(listVersions, { values: { limit } }));
      printAnswer(cli, answer, json, {
        lists: { versions: 'version at by what=how subject comment' },
        none: 'There is no catalogue yet.',
      });
    });

  catalogue
    .command('show')
    .description('print one version as a file that `apply` accepts')
    .argument('<n>', 'number of the version', countArgument)
    .action(async (version: number) => {
      const { info, text } = await withOperator(cli, ({ call }) =>
        call(readVersion, { values: { version } }),
      );
      cli.print(`${info ? `# ${versionLine(info)}\n` : ''}${text.trimEnd()}`);
    });

  catalogue
    .command('rollback')
    .description('make an earlier version the newest one')
    .argument('<n>', 'number of the version', countArgument)
    .option('--dry-run', 'only show what would change')
    .option(
      '--base <n>',
      'change nothing unless this version is active: the one that the dry run started from',
      countArgument,
    )
    .option('--comment <text>', 'the reason, for the history')
    .option('--emergency', EMERGENCY_HELP)
    .option('--why <text>', 'with --emergency: the reason, for the audit log', whyArgument)
    .action(async (n: number, options: RollbackOptions) => {
      const note = compact({ at: cli.clock(), by: whoAmI(), comment: options.comment });
      const dryRun = options.dryRun === true;
      const changed = await withDatabase(cli.env, (database) =>
        rollBack({ ...database, clock: cli.clock }, auditPorts(cli, database.auditLog), {
          ...{ version: n, note, dryRun, base: options.base, emergency: emergencyOf(options) },
          onNotice: ({ warnings, next }) => {
            for (const warning of [...warnings, ...missingSecretWarnings(next, cli.env)])
              cli.note(`warning: ${warning}`);
          },
        }),
      );
      reportChange(cli, changed, dryRun);
    });
}

interface ExportOptions {
  readonly dir?: string;
  readonly json?: boolean;
}

/** `leadkeep catalogue export`, and `leadkeep export` for short: the files of the version in force. */
export function addExport(program: Command, cli: Cli): void {
  program
    .command('export')
    .description('bring the files of the catalogue up to date, or print it as a file that `apply` accepts')
    .option('--dir <dir>', "write the active version's files, with their comments, into this folder")
    .option('--json', 'print JSON: which files were written, and which were up to date')
    .action(async ({ dir, json }: ExportOptions) => {
      const { info, files, text } = await withOperator(cli, ({ call }) => call(readCatalogue));
      if (info === null) throw new CliError('There is no catalogue yet');
      if (dir !== undefined) {
        const written = { version: info.version, ...writeFiles(dir, files) };
        printAnswer(cli, written, json, {
          lists: { files: 'name state' },
          none: 'The catalogue has no files.',
        });
        return;
      }
      const [file] = files;
      if (json === true) cli.print(JSON.stringify({ version: info.version, files }, undefined, 2));
      else if (files.length === 1 && file) cli.print(file.text.replace(/\n$/, ''));
      else {
        cli.note(
          `Version ${info.version} has ${files.length} files: --dir DIR writes them, with their comments`,
        );
        cli.print(text.trimEnd());
      }
    });
}
