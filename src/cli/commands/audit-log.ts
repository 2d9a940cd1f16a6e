import { readFileSync } from 'node:fs';
import { InvalidArgumentError, type Command } from 'commander';
import { verifyAuditLog } from '../../app/audit/verify-audit-log.js';
import { compact } from '../../core/catalogue/compact.js';
import { AUDIT_ACTIONS } from '../../core/audit/actions.js';
import { parseAnchor, parseAnchorFile, type AuditAnchor } from '../../core/audit/anchor.js';
import { isUuid } from '../../core/uuid.js';
import { didYouMean } from '../../core/catalogue/did-you-mean.js';
import { listAuditLog } from '../../operator-api/handlers/audit-log.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { CliExit } from '../cli-exit.js';
import { explainError } from '../explain-error.js';
import { countArgument, timeArgument } from '../parse-time.js';
import { WHY_UNREADABLE } from '../read-sources.js';
import { auditSummary, missingNote, shownAct } from '../render/audit-log.js';
import { printAnswer } from '../render/table.js';
import { withOperator } from '../wiring/with-operator.js';
import { withLeadkeepDatabase } from '../wiring/with-database.js';

const BROKEN = 1;
const COULD_NOT_VERIFY = 2;
/** More findings than this are counted, but not shown. */
const MAX_SHOWN = 1_000;
const LINES = 1_000;

interface ListOptions {
  readonly from?: Date;
  readonly to?: Date;
  readonly who?: string;
  readonly what?: string;
  readonly on?: string;
  readonly limit: number;
  readonly json?: boolean;
}

/** `leadkeep audit-log list|verify|export`: who did what, and whether somebody changed the record of it. */
export function addAuditLog(auditLog: Command, cli: Cli): void {
  addList(auditLog, cli);
  addVerify(auditLog, cli);
  auditLog
    .command('export')
    .description('print every entry as JSON, one a line, oldest first')
    .action(() =>
      withLeadkeepDatabase(cli.env, async ({ auditReader }) => {
        let lines: string[] = [];
        for await (const { entry } of auditReader.all()) {
          if (lines.push(JSON.stringify(entry)) < LINES) continue;
          cli.print(lines.join('\n'));
          lines = [];
        }
        if (lines.length > 0) cli.print(lines.join('\n'));
      }),
    );
}

function addList(auditLog: Command, cli: Cli): void {
  auditLog
    .command('list')
    .description('list who did what, newest first')
    .option('--from <time>', 'from this time on, like 2026-11-21T17:00:00Z', timeArgument)
    .option('--to <time>', 'before this time', timeArgument)
    .option('--who <id>', 'only actions of this account, key or person')
    .option('--what <action>', 'only this action, like catalogue.apply', actionArgument)
    .option('--on <id>', 'only actions on this: the id of a lead, a key, "offer lakeshore", "version 7", …')
    .option('--limit <n>', 'number of actions to show', countArgument, 50)
    .option('--json', 'print JSON')
    .action(async ({ json, what: action, on, ...rest }: ListOptions) => {
      const values = compact({ ...rest, action, on: on && isUuid(on) ? on.toLowerCase() : on });
      const answer = await withOperator(cli, ({ call }) => call(listAuditLog, { values }));
      printAnswer(cli, json ? answer : { acts: answer.acts.map(shownAct) }, json, {
        lists: { acts: 'number at who from action on result details' },
        none: 'No entries.',
      });
      const missing = answer.acts.filter(({ state }) => state === 'missing');
      const note = missingNote(missing.map(({ number }) => number));
      if (note !== undefined && json !== true) cli.note(note);
    });
}

function addVerify(auditLog: Command, cli: Cli): void {
  auditLog
    .command('verify')
    .description(
      'find entries that were removed, changed or moved (exit code 0: none, 1: some, 2: could not verify)',
    )
    .option(
      '--anchor <anchor>',
      'NUMBER:HASH, or a file of anchors; also finds a truncated log (repeatable)',
      anchorArgument,
      [] as AuditAnchor[],
    )
    .option('--json', 'print JSON')
    .action(
      async ({ anchor, json }: { readonly anchor: readonly AuditAnchor[]; readonly json?: boolean }) => {
        const found: { kind: string; first: number; last: number; detail: string }[] = [];
        const verified = await verify(cli, anchor, (fault) => {
          if (found.length < MAX_SHOWN) found.push(fault);
        });
        if (json === true)
          cli.print(JSON.stringify({ ...verified, anchors: anchor.length, findings: found }, null, 2));
        else {
          for (const { kind, detail } of found) cli.print(`${kind}: ${detail}`);
          const note = missingNote(verified.open);
          if (note !== undefined) cli.note(note);
          cli.note(auditSummary(verified, anchor.length));
        }
        if (verified.faults > 0) throw new CliExit(BROKEN);
      },
    );
}

type Faulty = Parameters<typeof verifyAuditLog>[0]['onFault'];

async function verify(cli: Cli, anchors: readonly AuditAnchor[], onFault: Faulty) {
  try {
    return await withLeadkeepDatabase(cli.env, async ({ auditReader: reader, auditHash }) =>
      verifyAuditLog({ reader, keyedHash: await auditHash(), anchors, now: cli.clock(), onFault }),
    );
  } catch (error) {
    throw new CliExit(COULD_NOT_VERIFY, explainError(error));
  }
}

function actionArgument(text: string): string {
  if (AUDIT_ACTIONS.some((action) => action === text)) return text;
  throw new InvalidArgumentError(
    `It must be one of ${AUDIT_ACTIONS.join(', ')}${didYouMean(text, AUDIT_ACTIONS)}.`,
  );
}

function anchorArgument(text: string, before: readonly AuditAnchor[]): AuditAnchor[] {
  const anchor = parseAnchor(text);
  if (anchor) return [...before, anchor];
  const { anchors, fault } = parseAnchorFile(readAnchors(text));
  if (fault !== undefined)
    throw new InvalidArgumentError(`Line ${fault} of ${text} holds no anchor (NUMBER:HASH).`);
  if (anchors.length === 0) throw new InvalidArgumentError(`${text} holds no anchor.`);
  return [...before, ...anchors];
}

function readAnchors(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const why = WHY_UNREADABLE[(error as NodeJS.ErrnoException).code ?? ''] ?? String(error);
    throw new CliError(`--anchor takes NUMBER:HASH or a file; ${path} can't be read: ${why}`);
  }
}
