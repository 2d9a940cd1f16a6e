import { InvalidArgumentError, Option, type Command } from 'commander';
import { parseDuration } from '../../core/catalogue/duration.js';
import {
  DEFAULT_LIFETIME_MS,
  isOperatorKeyName,
  MAX_LIFETIME_MS,
} from '../../core/operators/operator-key.js';
import { parsePermissions, PERMISSIONS, type Permission } from '../../core/operators/permissions.js';
import { issueOperatorKey } from '../../app/keys/issue-key.js';
import { auditPorts, keyIssuer } from '../audit-act.js';
import type { Cli } from '../cli.js';
import { printIssuedOperatorKey } from '../render/operator-keys.js';
import { withDatabase } from '../wiring/with-database.js';

interface Options {
  readonly scopes: readonly Permission[];
  /** In milliseconds. */
  readonly expires: number;
  readonly json?: boolean;
}

/** `leadkeep operator-key issue NAME`: issues a key for the operator API and prints it. It is never shown again. */
export function addOperatorKeyIssue(key: Command, cli: Cli): void {
  key
    .command('issue')
    .description('issue a key for the operator API and print it; it is never shown again')
    .argument('<name>', 'who gets the key; it stands in the log', nameOf)
    .requiredOption('--scopes <list>', `what the key may do, out of ${PERMISSIONS.join(',')}`, scopesOf)
    .addOption(
      new Option('--expires <duration>', 'how long it is valid, at most 366d')
        .argParser(lifetimeOf)
        .default(DEFAULT_LIFETIME_MS, '90d'),
    )
    .option('--json', 'print JSON')
    .action(async (name: string, { scopes, expires, json }: Options) => {
      const now = cli.clock();
      const expires_at = new Date(now.getTime() + expires);
      const grant = { name, scopes, expires_at, issued_by: keyIssuer() };
      const issued = await withDatabase(cli.env, ({ operatorKeys: keys, auditLog }) =>
        issueOperatorKey({ keys, audit: auditPorts(cli, auditLog) }, grant, now),
      );
      printIssuedOperatorKey(cli, issued, json === true);
    });
}

function nameOf(text: string): string {
  if (isOperatorKeyName(text)) return text;
  throw new InvalidArgumentError('It must be 1 to 64 letters, digits, spaces, and . _ @ -.');
}

function scopesOf(text: string): readonly Permission[] {
  const parsed = parsePermissions(text);
  if (parsed.ok) return parsed.permissions;
  throw new InvalidArgumentError(`The scopes are ${PERMISSIONS.join(', ')}.`);
}

function lifetimeOf(text: string): number {
  const ms = parseDuration(text);
  if (ms !== undefined && ms > 0 && ms <= MAX_LIFETIME_MS) return ms;
  throw new InvalidArgumentError('It must be a duration like 12h or 90d, at most 366d.');
}
