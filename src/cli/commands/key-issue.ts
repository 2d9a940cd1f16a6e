import { InvalidArgumentError, Option, type Command } from 'commander';
import { compact } from '../../core/catalogue/compact.js';
import { parseDuration } from '../../core/catalogue/duration.js';
import type { ApiKey } from '../../core/keys/api-key.js';
import { OPERATIONS, parseLimit, type Operation } from '../../core/limits/limits.js';
import { issueKey } from '../../app/keys/issue-key.js';
import { auditPorts } from '../audit-act.js';
import type { Cli } from '../cli.js';
import { printIssuedKey } from '../render/keys.js';
import { withDatabase } from '../wiring/with-database.js';

interface Options {
  readonly affiliate: string;
  readonly test?: boolean;
  readonly expires?: number;
  readonly limit: ApiKey['limits'];
  readonly operations: readonly Operation[];
  readonly json?: boolean;
}

/** `leadkeep key issue`: issues a key and prints it. The key is never shown again. */
export function addKeyIssue(key: Command, cli: Cli): void {
  key
    .command('issue')
    .description('issue a key for an affiliate and print it; it is never shown again')
    .requiredOption('--affiliate <handle>', 'owner of the key')
    .option('--test', 'issue a test key: all its leads are test leads')
    .option('--expires <duration>', 'how long it is valid, like 90d (default: forever)', lifetime)
    .addOption(
      new Option('--limit <limit>', 'its own limit for an operation, like search=600/min:50; repeatable')
        .argParser(addLimit)
        .default({}, 'the default limits'),
    )
    .addOption(
      new Option('--operations <list>', `the operations it may call, out of ${OPERATIONS.join(',')}`)
        .argParser(operations)
        .default(OPERATIONS, 'all'),
    )
    .option('--json', 'print JSON')
    .action(async (options: Options) => {
      const now = cli.clock();
      const issued = await withDatabase(cli.env, ({ keys, catalogue, auditLog }) =>
        issueKey(
          { keys, catalogue, audit: auditPorts(cli, auditLog) },
          compact({
            affiliate: options.affiliate,
            is_test: options.test === true,
            operations: options.operations,
            limits: options.limit,
            expires_at: options.expires === undefined ? undefined : new Date(now.getTime() + options.expires),
          }),
          now,
        ),
      );
      printIssuedKey(cli, issued, options.affiliate, options.json === true);
    });
}

function lifetime(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined || ms === 0) throw new InvalidArgumentError('It must be a duration like 12h or 90d.');
  return ms;
}

function addLimit(text: string, limits: ApiKey['limits']): ApiKey['limits'] {
  const parsed = parseLimit(text);
  if (!parsed.ok) throw new InvalidArgumentError(`${parsed.fault}.`);
  return { ...limits, [parsed.operation]: parsed.limit };
}

function operations(text: string): readonly Operation[] {
  return [...new Set(text.split(','))].map((name) => {
    const operation = OPERATIONS.find((each) => each === name.trim().replace('-', '_'));
    if (operation === undefined)
      throw new InvalidArgumentError(`The operations are ${OPERATIONS.join(', ')}.`);
    return operation;
  });
}
