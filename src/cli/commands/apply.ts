import type { Command } from 'commander';
import { applyCatalogue, type ApplyNotice } from '../../app/catalogue/apply-catalogue.js';
import { auditPorts } from '../audit-act.js';
import { whoAmI, type Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { compact } from '../../core/catalogue/compact.js';
import { parseSources } from '../parse-files.js';
import { namedTogether, readSources } from '../read-sources.js';
import { confirmChange } from '../confirm-change.js';
import { EMERGENCY_HELP, emergencyOf, type EmergencyOptions } from '../emergency.js';
import { whyArgument } from '../who-and-why.js';
import { asEmergency, refuseTwoEyes } from '../../app/catalogue/emergency.js';
import { applyDraft, finishInterruptedApply } from '../../app/drafts/apply-draft.js';
import { needDraft } from '../../app/drafts/change-draft.js';
import type { Changed } from '../../app/catalogue/change-catalogue.js';
import type { Draft } from '../../core/drafts/draft.js';
import { createCatalogueFiles } from '../wiring/catalogue-files.js';
import { isUuid } from '../../core/uuid.js';
import { countArgument } from '../parse-time.js';
import { backtestDraft, type Backtested } from '../../app/backtest/backtest-draft.js';
import type { CatalogueDocument } from '../../core/catalogue/document.js';
import type { SourceFile } from '../../core/catalogue/validation-issue.js';
import { renderBacktest } from '../render/backtest.js';
import { createGeo } from '../wiring/geo.js';
import { testPostTools } from '../wiring/test-post-tools.js';
import { refuseUndone, reportChange } from '../report-change.js';
import { warningsOf } from '../warnings-of.js';
import { withDatabase, type Database } from '../wiring/with-database.js';

interface Options extends EmergencyOptions {
  readonly draft?: string;
  readonly dryRun?: boolean;
  readonly comment?: string;
  readonly replay?: number;
  readonly overwrite?: number;
  readonly yes?: boolean;
}

/** `leadkeep apply FILE…`: validates the files, shows what changes, and makes them the next version. */
export function addApply(program: Command, cli: Cli): void {
  program
    .command('apply')
    .description('validate these files and activate them as the catalogue')
    .argument('[file...]', 'YAML files that together are the whole catalogue; - is standard input')
    .option('--draft <id>', 'apply a draft from the console instead of files')
    .option('--dry-run', 'only show what would change')
    .option(
      '--replay <n>',
      'with --dry-run: show how the last N leads and searches would differ',
      countArgument,
    )
    .option('--yes', 'do not ask before retiring missing entries')
    .option(
      '--overwrite <version>',
      'undo what was changed since the files were last applied, up to this version: the active one',
      countArgument,
    )
    .option('--comment <text>', 'the reason, for the history')
    .option('--emergency', EMERGENCY_HELP)
    .option('--why <text>', 'with --emergency: the reason, for the audit log', whyArgument)
    .action(async (files: string[], options: Options, command: Command) => {
      const dryRun = options.dryRun === true;
      const { replay, draft: asked } = options;
      if (replay !== undefined && !dryRun) throw new CliError('--replay only compares: add --dry-run');
      if (asked === undefined && files.length === 0)
        command.error("error: missing required argument 'file', or --draft ID");
      if (asked !== undefined && files.length > 0)
        throw new CliError('Give files or --draft ID, not both; see --help');
      const draft = asked === undefined ? undefined : await readDraft(cli, asked);
      const sources = draft ? draft.files : readSources(files);
      const document = parseSources(cli, sources);
      let notice: ApplyNotice | undefined;
      const [changed, next] = await withDatabase(cli.env, async (database) => {
        const onNotice = (found: ApplyNotice): void => void (notice = found);
        const given = draft ? undefined : namedTogether(sources);
        const done = await change(cli, database, { document, given, draft, onNotice }, options);
        return [done, notice?.next ?? (await database.catalogue.current())?.document] as const;
      });
      reportChange(cli, changed, dryRun);
      if (notice) refuseUndone(cli, notice, options.overwrite);
      if (replay !== undefined && changed.outcome === 'changed') {
        const tested = await backtested(cli, document, replay);
        if (tested) cli.print(`\n${renderBacktest(tested.groups, tested)}`);
      }
      for (const warning of warningsOf(document, cli.env, next)) cli.note(`warning: ${warning}`);
    });
}

async function readDraft(cli: Cli, id: string): Promise<Draft> {
  if (!isUuid(id)) throw new CliError(`ID must be a UUID; "${id}" is not one`);
  return withDatabase(cli.env, (database) => needDraft(database, id.toLowerCase()));
}

interface Change {
  readonly document: CatalogueDocument;
  /** The files that say it, unless a draft does. */
  readonly given: readonly SourceFile[] | undefined;
  readonly draft: Draft | undefined;
  readonly onNotice: (notice: ApplyNotice) => void;
}

/** Makes the document the next version. A draft is marked as applied. */
async function change(
  cli: Cli,
  database: Database,
  { document, given, draft, onNotice }: Change,
  options: Options,
): Promise<Changed> {
  const ports = { ...database, clock: cli.clock };
  const audit = auditPorts(cli, database.auditLog);
  const emergency = emergencyOf(options);
  const dryRun = options.dryRun === true;
  if (!dryRun) {
    const current = await database.catalogue.current();
    if (!draft) refuseTwoEyes(current?.document, emergency, WITH_A_DRAFT);
    const marked = draft && (await finishInterruptedApply(ports, draft, current));
    if (marked) {
      cli.note(
        `The draft came into force before, as version ${marked.applied?.version ?? ''}. It is marked now.`,
      );
      return { outcome: 'unchanged', version: current?.version ?? 0, changes: [] };
    }
  }
  const { comment, overwrite: base } = options;
  const from = given ? { files_from: 'given' as const } : {};
  const note = compact({ at: cli.clock(), by: whoAmI(), how: 'apply' as const, comment, ...from });
  const applying = {
    ...{ document, files: given, base, note, dryRun: dryRun || draft !== undefined },
    agree: async (notice: ApplyNotice) => {
      onNotice(notice);
      for (const warning of notice.warnings) cli.note(`warning: ${warning}`);
      if (dryRun) return true;
      refuseUndone(cli, notice, options.overwrite);
      return options.yes === true || confirmChange(cli, notice.changes);
    },
  };
  if (dryRun) return applyCatalogue(ports, audit, applying);
  if (!draft) return asEmergency(audit, emergency, 'files', () => applyCatalogue(ports, audit, applying));
  // The draft was shown and confirmed as a dry run.
  const changed = await applyCatalogue(ports, audit, applying);
  if (changed.outcome !== 'changed') return changed;
  const by = { kind: 'os_user' as const, id: audit.who.id, name: whoAmI() };
  const call = { id: draft.id, revision: draft.revision, by, comment, emergency };
  const { applied } = await applyDraft({ ...ports, files: createCatalogueFiles() }, audit, call);
  return { ...changed, version: applied?.version ?? changed.version };
}

const WITH_A_DRAFT =
  'propose a draft in the console, let another person approve it, and use leadkeep apply --draft ID, or add --emergency and --why';

const backtested = (cli: Cli, document: CatalogueDocument, limit: number): Promise<Backtested | undefined> =>
  withDatabase(cli.env, (database) =>
    backtestDraft({ ...database, geo: createGeo(), withTools: testPostTools(cli) }, document, limit),
  );
