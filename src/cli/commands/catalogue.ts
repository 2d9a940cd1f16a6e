import type { Command } from 'commander';
import { compact } from '../../core/catalogue/compact.js';
import { withTerms } from '../../core/retention/retention.js';
import { rollBack } from '../../app/catalogue/roll-back.js';
import type { CatalogueStore, CatalogueVersion } from '../../app/ports/catalogue-store.js';
import { auditPorts } from '../audit-act.js';
import { whoAmI, type Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { EMERGENCY_HELP, emergencyOf, type EmergencyOptions } from '../emergency.js';
import { whyArgument } from '../who-and-why.js';
import { countArgument } from '../parse-time.js';
import { renderHistory, versionLine } from '../render/history.js';
import { reportChange } from '../report-change.js';
import { missingSecretWarnings } from '../warnings-of.js';
import { exportCatalogue } from '../wiring/catalogue-files.js';
import { withDatabase } from '../wiring/with-database.js';

interface RollbackOptions extends EmergencyOptions {
  readonly dryRun?: boolean;
  readonly base?: number;
  readonly comment?: string;
}

/** `leadkeep catalogue history | show N | rollback N`. */
export function addCatalogue(catalogue: Command, cli: Cli): void {
  const store = <T>(use: (versions: CatalogueStore) => Promise<T>): Promise<T> =>
    withDatabase(cli.env, (database) => use(database.catalogue));

  catalogue
    .command('history')
    .description('show who changed the catalogue, when and how')
    .option('--limit <n>', 'number of newest versions to show', countArgument, 50)
    .option('--json', 'print JSON')
    .action(async ({ limit, json }: { limit: number; json?: boolean }) => {
      const versions = await store((versions) => versions.history(limit));
      cli.print(json === true ? JSON.stringify(versions, null, 2) : renderHistory(versions));
    });

  catalogue
    .command('show')
    .description('print one version as a file that `apply` accepts')
    .argument('<n>', 'number of the version', countArgument)
    .action(async (n: number) => {
      const version = await store((versions) => need(versions, n));
      cli.print(`# ${versionLine(version)}\n${exportCatalogue(withTerms(version.document)).trimEnd()}`);
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

async function need(versions: CatalogueStore, n: number): Promise<CatalogueVersion> {
  const version = await versions.read(n);
  if (version === null) throw new CliError(`There is no version ${n} of the catalogue`);
  return version;
}
