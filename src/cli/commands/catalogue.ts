import type { Command } from 'commander';
import { compact } from '../../core/catalogue/compact.js';
import { rollBack } from '../../app/catalogue/roll-back.js';
import { auditPorts } from '../audit-act.js';
import { whoAmI, type Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { EMERGENCY_HELP, emergencyOf, type EmergencyOptions } from '../emergency.js';
import { whyArgument } from '../who-and-why.js';
import { countArgument } from '../parse-time.js';
import {
  listVersions,
  readCatalogue,
  readVersion,
  type versionView,
} from '../../operator-api/handlers/catalogue.js';
import { printAnswer } from '../render/table.js';
import { formatTime } from '../render/time.js';
import { visibleLine } from '../render/visible.js';
import { reportChange } from '../report-change.js';
import { missingSecretWarnings } from '../warnings-of.js';
import { withDatabase } from '../wiring/with-database.js';
import { withOperator } from '../wiring/with-operator.js';

interface RollbackOptions extends EmergencyOptions {
  readonly dryRun?: boolean;
  readonly base?: number;
  readonly comment?: string;
}

/** `leadkeep catalogue history | show N | rollback N`. */
export function addCatalogue(catalogue: Command, cli: Cli): void {
  catalogue
    .command('history')
    .description('show who changed the catalogue, when and how')
    .option('--limit <n>', 'number of newest versions to show', countArgument, 50)
    .option('--json', 'print JSON')
    .action(async ({ limit, json }: { limit: number; json?: boolean }) => {
      const answer = await withOperator(cli, ({ call }) => call(listVersions, { values: { limit } }));
      printAnswer(cli, answer, json, {
        lists: { versions: 'version at by what=how subject comment' },
        none: 'No catalogue is in force.',
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
      'change nothing unless this version is in force: the one before that of the dry run',
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

/** A version on one line, whatever its comment holds: `catalogue show` writes it into a file. */
export const versionLine = ({
  version,
  at,
  by,
  how,
  subject,
  comment,
}: ReturnType<typeof versionView>): string =>
  visibleLine(
    `version ${version}, ${formatTime(at)}, ${by}, ${how}${subject === null ? '' : ` ${subject}`}${comment === null ? '' : `: ${comment}`}`,
  );

/** `leadkeep export`: prints the version in force as YAML. */
export function addExport(program: Command, cli: Cli): void {
  program
    .command('export')
    .description('print the catalogue in force as a file that `apply` accepts')
    .action(async () => {
      const { info, text } = await withOperator(cli, ({ call }) => call(readCatalogue));
      if (info === null) throw new CliError('No catalogue is in force');
      cli.print(text.trimEnd());
    });
}
