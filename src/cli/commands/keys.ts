import { InvalidArgumentError, Option, type Command } from 'commander';
import { compact } from '../../core/catalogue/compact.js';
import {
  DEFAULT_LIMITS,
  formatLimit,
  OPERATIONS,
  parseLimit,
  type Limits,
  type Operation,
} from '../../core/limits/limits.js';
import { DEFAULT_LIFETIME_MS, isOperatorKeyName } from '../../core/operators/operator-key.js';
import { parsePermissions, PERMISSIONS, type Permission } from '../../core/operators/permissions.js';
import * as keys from '../../operator-api/handlers/keys.js';
import * as operatorKeys from '../../operator-api/handlers/operator-keys.js';
import { osUserName, type Cli } from '../cli.js';
import { DAY_MS, durationArgument, HOUR_MS, lifetimeArgument } from '../parse-time.js';
import { printAnswer, printJson } from '../render/table.js';
import { formatTime } from '../render/time.js';
import { withOperator, type Operator } from '../wiring/with-operator.js';

interface Json {
  readonly json?: boolean;
}

interface IssueOptions extends Json {
  readonly affiliate: string;
  readonly test?: boolean;
  readonly expires?: number;
  readonly limit: Limits;
  readonly operations: readonly Operation[];
}

/** `leadkeep key issue|list|rotate|revoke`: affiliates' keys. */
export function addKeys(key: Command, cli: Cli): void {
  key
    .command('issue')
    .description('issue a key for an affiliate and print it; it is never shown again')
    .requiredOption('--affiliate <handle>', 'owner of the key')
    .option('--test', 'issue a test key: all its leads are test leads')
    .option('--expires <duration>', 'how long it is valid, like 90d (default: forever)', lifetimeArgument())
    .addOption(
      new Option('--limit <limit>', 'its own limit for an operation, like search=600/min:50; repeatable')
        .argParser(addLimit)
        .default({}, 'the default limits'),
    )
    .addOption(
      new Option('--operations <list>', `the operations it may call, out of ${OPERATIONS.join(',')}`)
        .argParser(operationsOf)
        .default(OPERATIONS, 'all'),
    )
    .option('--json', 'print JSON')
    .action(async ({ affiliate, test = false, expires, limit, operations, json }: IssueOptions) => {
      const expires_in_days = expires === undefined ? undefined : expires / DAY_MS;
      const body = compact({ affiliate, is_test: test, operations, limits: limit, expires_in_days });
      printIssued(cli, await withOperator(cli, ({ call }) => call(keys.issue, { body })), json);
    });
  key
    .command('list')
    .description('list all keys with their owners, operations and expiry')
    .option('--json', 'print JSON')
    .action(async ({ json }: Json) => {
      const answer = await withOperator(cli, ({ call }) => call(keys.listKeys));
      const shown = { keys: answer.keys.map((one) => ({ ...one, limits: textsOf(one.limits) })) };
      printAnswer(cli, json ? answer : shown, json, {
        lists: {
          keys: 'key=prefix affiliate state created=created_at used=used_at expires=expires_at operations limits',
        },
        none: 'No key has been issued yet.',
      });
      if (!json) cli.note(`Default limits: ${textsOf(DEFAULT_LIMITS).join(' ')}`);
    });
  addRotate(key, cli, (operator, sent) => operator.call(keys.rotate, sent));
  addRevoke(key, cli, (operator, values) => operator.call(keys.revoke, { values }));
}

interface OperatorKeyOptions extends Json {
  readonly scopes: readonly Permission[];
  readonly expires: number;
}

/** `leadkeep operator-key issue|list|rotate|revoke`: keys for the operator API. */
export function addOperatorKeys(key: Command, cli: Cli): void {
  key
    .command('issue')
    .description('issue a key for the operator API and print it; it is never shown again')
    .argument('<name>', 'who gets the key; shown in the audit log', nameArgument)
    .requiredOption('--scopes <list>', `what the key may do, out of ${PERMISSIONS.join(',')}`, scopesArgument)
    .addOption(
      new Option('--expires <duration>', 'how long it is valid, at most 366d')
        .argParser(lifetimeArgument('366d'))
        .default(DEFAULT_LIFETIME_MS, '90d'),
    )
    .option('--json', 'print JSON')
    .action(async (name: string, { scopes, expires, json }: OperatorKeyOptions) => {
      const sent = { body: { name, scopes, expires_in_days: expires / DAY_MS }, by: osUserName() };
      printIssued(cli, await withOperator(cli, ({ call }) => call(operatorKeys.issue, sent)), json);
    });
  key
    .command('list')
    .description('list all operator keys with their scopes and expiry')
    .option('--json', 'print JSON')
    .action(async ({ json }: Json) => {
      printAnswer(cli, await withOperator(cli, ({ call }) => call(operatorKeys.listOperatorKeys)), json, {
        lists: {
          keys: 'key=prefix name state created=created_at expires=expires_at issued_by rotated_by scopes',
        },
        none: 'No operator key has been issued yet.',
      });
    });
  addRotate(key, cli, (operator, sent) => operator.call(operatorKeys.rotate, sent));
  addRevoke(key, cli, (operator, values) => operator.call(operatorKeys.revoke, { values }));
}

interface Rotation {
  readonly values: { readonly prefix: string };
  readonly body: { readonly overlap_hours: number };
  readonly by: string;
}

function addRotate(
  key: Command,
  cli: Cli,
  rotate: (operator: Operator, sent: Rotation) => Promise<Issued>,
): void {
  key
    .command('rotate')
    .description('replace a key; the old one stays valid for a while')
    .argument('<prefix>', 'first characters of the key')
    .addOption(
      new Option('--overlap <duration>', 'how long the old key stays valid; 0s ends it immediately')
        .argParser(durationArgument)
        .default(DAY_MS, '24h'),
    )
    .option('--json', 'print JSON')
    .action(async (prefix: string, { overlap, json }: Json & { readonly overlap: number }) => {
      const sent = { values: { prefix }, body: { overlap_hours: overlap / HOUR_MS }, by: osUserName() };
      const issued = await withOperator(cli, (operator) => rotate(operator, sent));
      const end = new Date(cli.clock().getTime() + overlap);
      cli.note(`The old key expires at ${formatTime(end)} at the latest.`);
      printIssued(cli, issued, json);
    });
}

function addRevoke(
  key: Command,
  cli: Cli,
  revoke: (operator: Operator, of: Rotation['values']) => Promise<{ readonly sentence: string }>,
): void {
  key
    .command('revoke')
    .description('revoke a key now, permanently')
    .argument('<prefix>', 'first characters of the key')
    .action(async (prefix: string) => {
      const { sentence } = await withOperator(cli, (operator) => revoke(operator, { prefix }));
      cli.print(sentence);
    });
}

type Issued = Awaited<ReturnType<typeof keys.issue | typeof operatorKeys.issue>>;

/** Prints only the key to stdout, so that a script can read it, and notes to stderr. */
function printIssued(cli: Cli, answer: Issued, json: boolean | undefined): void {
  if (json) {
    printJson(cli, answer);
    return;
  }
  const { key, issued } = answer;
  const what =
    'affiliate' in issued
      ? `A ${issued.is_test ? 'test key' : 'key'} of ${issued.affiliate.handle ?? issued.affiliate.id}`
      : `An operator key of ${issued.name} for ${issued.scopes.join(', ')}`;
  const until = issued.expires_at === null ? 'forever' : `until ${formatTime(issued.expires_at)}`;
  cli.note(`${what}, valid ${until}. Copy it now: it is not stored, and you cannot see it again.`);
  cli.print(key);
}

const textsOf = (limits: Limits): string[] =>
  OPERATIONS.flatMap((operation) => {
    const limit = limits[operation];
    return limit === undefined ? [] : [`${operation}=${formatLimit(limit)}`];
  });

function addLimit(text: string, limits: Limits): Limits {
  const parsed = parseLimit(text);
  if (!parsed.ok) throw new InvalidArgumentError(`${parsed.fault}.`);
  return { ...limits, [parsed.operation]: parsed.limit };
}

function operationsOf(text: string): readonly Operation[] {
  return [...new Set(text.split(','))].map((name) => {
    const operation = OPERATIONS.find((each) => each === name.trim().replace('-', '_'));
    if (operation === undefined)
      throw new InvalidArgumentError(`The operations are ${OPERATIONS.join(', ')}.`);
    return operation;
  });
}

function nameArgument(text: string): string {
  if (isOperatorKeyName(text)) return text;
  throw new InvalidArgumentError('It must be 1 to 64 letters, digits, spaces, and . _ @ -.');
}

function scopesArgument(text: string): readonly Permission[] {
  const parsed = parsePermissions(text);
  if (parsed.ok) return parsed.permissions;
  throw new InvalidArgumentError(`The scopes are ${PERMISSIONS.join(', ')}.`);
}
