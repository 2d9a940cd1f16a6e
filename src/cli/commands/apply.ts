import type { Command } from 'commander';
import { applyCatalogue, type ApplyNotice } from '../../app/catalogue/apply-catalogue.js';
import { auditPorts } from '../audit-act.js';
import { whoAmI, type Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { compact } from '../../core/catalogue/compact.js';
import { parseFiles, parseSources } from '../parse-files.js';
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
import { renderBacktest } from '../render/backtest.js';
import { createGeo } from '../wiring/geo.js';
import { testPostTools } from '../wiring/test-post-tools.js';
import { reportChange } from '../report-change.js';
import { warningsOf } from '../warnings-of.js';
import { withDatabase, type Database } from '../wiring/with-database.js';

interface Options extends EmergencyOptions {
  readonly draft?: string;
  readonly dryRun?: boolean;
  readonly comment?: string;
  readonly replay?: number;
  readonly yes?: boolean;
}

/** `leadkeep apply FILE…`: validates the files, shows what changes, and makes them the next version. */
export function addApply(program: Command, cli: Cli): void {
  program
    .command('apply')
    .description('validate these files and make them the catalogue in force')
    .argument('[file...]', 'YAML files that together are the whole catalogue; - is the standard input')
    .option('--draft <id>', 'apply a draft of the console instead of files')
    .option('--dry-run', 'only show what would change')
    .option(
      '--replay <n>',
      'with --dry-run: show how the last N leads and searches would differ',
      countArgument,
    )
    .option('--yes', 'do not ask before retiring missing entries or resuming paused ones')
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
      const document = draft ? parseSources(cli, draft.files) : parseFiles(cli, files);
      const [changed, next] = await withDatabase(cli.env, async (database) => {
        let after: CatalogueDocument | undefined;
        const onNext = (document: CatalogueDocument): void => void (after = document);
        const done = await change(cli, database, { document, draft, onNext }, options);
        return [done, after ?? (await database.catalogue.current())?.document] as const;
      });
      reportChange(cli, changed, dryRun);
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
  readonly draft: Draft | undefined;
  /** Told of the catalogue as it would be in force. */
  readonly onNext: (next: CatalogueDocument) => void;
}

/** Makes the document the next version. A draft is marked as applied. */
async function change(
  cli: Cli,
  database: Database,
  { document, draft, onNext }: Change,
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
  const { comment } = options;
  const note = compact({ at: cli.clock(), by: whoAmI(), how: 'apply' as const, comment });
  const applying = {
    ...{ document, note, dryRun: dryRun || draft !== undefined },
    agree: async ({ changes, resumed, warnings, next }: ApplyNotice) => {
      onNext(next);
      for (const warning of warnings) cli.note(`warning: ${warning}`);
      return dryRun || options.yes === true || confirmChange(cli, changes, resumed);
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
