import { InvalidArgumentError, Option, type Command } from 'commander';
import { invite } from '../../app/people/manage-people.js';
import { ROLE_NAMES, type Role } from '../../core/operators/roles.js';
import { invitationLink } from '../../core/people/invitation.js';
import { emailOf, parseRoles } from '../../core/people/person.js';
import { auditPorts, keyIssuer } from '../audit-act.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { formatTime } from '../render/time.js';
import { consoleUrl } from '../wiring/console-url.js';
import { withLeadkeepDatabase } from '../wiring/with-database.js';

interface Options {
  readonly role?: readonly Role[];
  readonly first?: boolean;
  readonly json?: boolean;
}

/** `leadkeep user invite [EMAIL]`: prints a link with which somebody gets an account, once. */
export function addUserInvite(user: Command, cli: Cli): void {
  user
    .command('invite')
    .description('print a link with which somebody gets an account; also for who lost a password or an app')
    .argument('[email]', 'their e-mail address; without it, they type one', emailArgument)
    .addOption(
      new Option('--role <roles>', `one or more of ${ROLE_NAMES.join(',')}; again: the same as before`)
        .argParser(rolesArgument)
        .conflicts('first'),
    )
    .option('--first', 'an admin, if nobody has an account yet; otherwise print nothing')
    .option('--json', 'print JSON')
    .action(async (email: string | undefined, { role, first, json }: Options) => {
      const url = consoleUrl(cli.env);
      const issued = await withLeadkeepDatabase(cli.env, async (database) => {
        if (first && (await database.people.list()).length > 0) return undefined;
        const roles = role ?? (first ? (['admin'] as const) : null);
        const isFirst = first === true;
        const invited = { email: email ?? null, roles, isFirst, issued_by: keyIssuer() };
        return invite(database, invited, auditPorts(cli, database.auditLog));
      });
      if (issued === undefined) return;
      if (issued === null)
        throw new CliError('Give a role with --role: nobody has an account with this address yet');
      const { token, invitation } = issued;
      const link = invitationLink(url, token);
      if (json) {
        cli.print(JSON.stringify({ ...invitation, link }, null, 2));
        return;
      }
      cli.note(
        `The link works once, until ${formatTime(invitation.expires_at)}. Only you see it: send it yourself.`,
      );
      cli.print(link);
    });
}

function emailArgument(text: string): string {
  const email = emailOf(text);
  if (email !== undefined) return email;
  throw new InvalidArgumentError('It must be an e-mail address.');
}

/** Reads `--role` and the argument of `user role`. */
export function rolesArgument(text: string): readonly Role[] {
  const roles = parseRoles(text);
  if (roles !== undefined && roles.length > 0) return roles;
  throw new InvalidArgumentError(`The roles are ${ROLE_NAMES.join(', ')}.`);
}
