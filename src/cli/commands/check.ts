import { InvalidArgumentError, type Command } from 'commander';
import { parseDuration } from '../../core/catalogue/duration.js';
import type { Violation } from '../../core/invariants/invariant.js';
import type { Cli } from '../cli.js';
import { CliExit } from '../cli-exit.js';
import { explainError } from '../explain-error.js';
import { readIds } from '../read-ids.js';
import { violationLine, checkSummary } from '../render/violations.js';
import { checkStored, type CheckedStored } from '../wiring/check-stored.js';

const BROKEN = 1;
const COULD_NOT_CHECK = 2;

/** More violations than this are counted, but not shown. */
const MAX_SHOWN = 10_000;

interface Options {
  readonly settled?: boolean;
  readonly json?: boolean;
  readonly acknowledged?: string;
  readonly retention?: number;
}

/**
 * `leadkeep check`: verifies every guarantee against all stored data, and the audit log if its secret is set. It only reads, so you can run it at any time.
 * Exit code for cron: 0 no violation, 1 violations, 2 the check could not run.
 */
export function addCheck(program: Command, cli: Cli): void {
  program
    .command('check')
    .description(
      'read everything and print each violated guarantee (exit code 0: none, 1: some, 2: could not check)',
    )
    .option('--settled', 'no work is in progress: allow little time for open records')
    .option('--acknowledged <file>', 'file with ids of leads and searches, one per line, that must be stored')
    .option('--retention <time>', 'records older than this may be missing, like 90d', duration)
    .option('--json', 'print JSON')
    .action(async (options: Options) => {
      const violations: Violation[] = [];
      let count = 0;
      const onViolation = (violation: Violation): void => {
        count += 1;
        if (count > MAX_SHOWN) return;
        if (options.json === true) violations.push(violation);
        else cli.print(violationLine(violation));
      };
      const checked = await look(cli, options, onViolation);
      if (options.json === true) cli.print(JSON.stringify({ count, violations, checked }, null, 2));
      else cli.note(checkSummary(count, checked));
      if (count > 0) throw new CliExit(BROKEN);
    });
}

async function look(
  cli: Cli,
  options: Options,
  onViolation: (violation: Violation) => void,
): Promise<CheckedStored> {
  const { settled, acknowledged, retention } = options;
  try {
    return await checkStored(cli.env, {
      clock: cli.clock,
      settled: settled === true,
      kept_since: retention === undefined ? null : new Date(cli.clock().getTime() - retention),
      ...(acknowledged === undefined ? {} : { acknowledged: readIds(acknowledged) }),
      onViolation,
    });
  } catch (error) {
    // Nobody reads the violations any more.
    if (error instanceof CliExit) throw new CliExit(BROKEN);
    throw new CliExit(COULD_NOT_CHECK, explainError(error));
  }
}

function duration(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined) throw new InvalidArgumentError('It must be a duration like 90d or 12h.');
  return ms;
}
