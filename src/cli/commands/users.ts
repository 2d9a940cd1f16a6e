import { InvalidArgumentError, Option, type Command } from 'commander';
import { endSessionsOf, invite } from '../../app/people/manage-people.js';
import { ROLE_NAMES, type Role } from '../../core/operators/roles.js';
import { emailOf, parseRoles } from '../../core/people/person.js';
import {
  deleteInvitation,
  deletePerson,
  invitationAnswer,
  listPeople,
  setRoles,
} from '../../operator-api/handlers/people.js';
import { keyIssuer } from '../audit-act.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { printAnswer, printJson } from '../render/table.js';
import { formatTime } from '../render/time.js';
import { withOperator, type Operator } from '../wiring/with-operator.js';

interface InviteOptions {
  readonly role?: readonly Role[];
  readonly first?: boolean;
  readonly json?: boolean;
}

const PERSON = 'e-mail address or id of a person, as `leadkeep user list` prints them';

/** `leadkeep user invite|list|withdraw|role|end-sessions|remove`: people who sign in to the console. */
export function addUsers(user: Command, cli: Cli): void {
  user
    .command('invite')
    .description('print an invitation link; also for somebody who lost their password or authenticator app')
    .argument('[email]', 'their e-mail address; without it, they type one', emailArgument)
    .addOption(
      new Option('--role <roles>', `one or more of ${ROLE_NAMES.join(',')}; again: the same as before`)
        .argParser(rolesArgument)
        .conflicts('first'),
    )
    .option(
      '--first',
      'invite an admin who is an operator too if nobody has an account yet; otherwise print nothing',
    )
    .option('--json', 'print JSON')
    .action((email: string | undefined, options: InviteOptions) => inviteOne(cli, email, options));
  user
    .command('list')
    .description('list people with their roles, and open invitations')
    .option('--json', 'print JSON')
    .action(async ({ json }: { readonly json?: boolean }) => {
      const answer = await withOperator(cli, ({ call }) => call(listPeople));
      const invitations = answer.invitations.map(({ email, roles, ...rest }) => ({
        ...{ ...rest, email: invitedIn({ email }), roles: roles ?? 'as before' },
      }));
      printAnswer(cli, json ? answer : { ...answer, invitations }, json, {
        lists: {
          people:
            'name email roles signs_in=sign_in sessions=open_sessions since=created_at removed=removed_at id',
          invitations: 'invited=email roles until=expires_at invited_by=issued_by id',
        },
        none: 'Nobody has an account yet: leadkeep user invite EMAIL --role admin',
      });
    });
  user
    .command('withdraw')
    .description('end an invitation before somebody accepts it')
    .argument('<id>', 'id of an open invitation, as `leadkeep user list` prints them')
    .action(async (id: string) => {
      const values = { id: id.toLowerCase() };
      await withOperator(cli, ({ call }) => call(deleteInvitation, { values }));
      cli.print('The invitation is withdrawn: nobody can use its link any more.');
    });
  user
    .command('role')
    .description('give a person these roles and no others, within 5 seconds')
    .argument('<person>', PERSON)
    .argument('<roles>', 'a comma-separated list', rolesArgument)
    .action((text: string, roles: readonly Role[]) =>
      act(cli, text, async ({ call }, { id, name }) => {
        const left = await call(setRoles, { values: { id }, body: { roles } });
        return [
          `${name} has the roles ${roles.join(', ')}.`,
          ...leftTexts(left, ', and that may do what they may not,'),
        ];
      }),
    );
  user
    .command('end-sessions')
    .description('sign a person out everywhere, within 5 seconds')
    .argument('<person>', PERSON)
    .action((text: string) =>
      act(cli, text, async ({ ports, audit }, { id, name }) => {
        const person = await ports.people.read(id);
        const ended = person ? await endSessionsOf(ports, person, audit) : 0;
        if (ended === 0) return [`Nothing changed: ${name} is not signed in.`];
        return [`${name} is signed out: ${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`];
      }),
    );
  user
    .command('remove')
    .description('remove a person: sign them out, and refuse their sign-ins until they are invited again')
    .argument('<person>', PERSON)
    .action((text: string) =>
      act(cli, text, async ({ call }, { id, name }) => {
        const left = await call(deletePerson, { values: { id } });
        return [
          `${name} is removed; every process refuses their sessions within 5 seconds.`,
          ...leftTexts(left),
        ];
      }),
    );
}

async function inviteOne(
  cli: Cli,
  email: string | undefined,
  { role, first = false, json }: InviteOptions,
): Promise<void> {
  const answer = await withOperator(cli, async ({ ports, audit }) => {
    const { consoleUrl } = ports;
    if (first && (await ports.people.list()).length > 0) return undefined;
    const roles = role ?? (first ? (['admin', 'operator'] as const) : null);
    const invited = { email: email ?? null, roles, isFirst: first, issued_by: keyIssuer() };
    const issued = await invite(ports, invited, audit);
    if (issued) return invitationAnswer(issued, consoleUrl);
    throw new CliError('Give a role with --role: nobody has an account with this address yet');
  });
  if (answer === undefined) return;
  if (json) {
    printJson(cli, answer);
    return;
  }
  cli.note(`The link works once, until ${formatTime(answer.expires_at)}. Only you see it: send it yourself.`);
  cli.print(answer.link);
}

const invitedIn = ({ email }: { readonly email: string | null }): string => email ?? 'anybody with the link';

type Left = Pick<Awaited<ReturnType<typeof deletePerson>>, 'operator_keys' | 'invitations_withdrawn'>;

/** What somebody has to look after. `which`: of their keys. */
const leftTexts = ({ operator_keys: keys, invitations_withdrawn: withdrawn }: Left, which = ''): string[] => [
  ...(keys.length === 0
    ? []
    : [
        `Operator keys that they issued or rotated${which} go on: ${keys.map(({ prefix, name }) => `${prefix}… (${name})`).join(', ')}; revoke them: leadkeep operator-key revoke PREFIX`,
      ]),
  ...(withdrawn.length === 0
    ? []
    : [
        `Invitations that they made are withdrawn: ${withdrawn.map(invitedIn).join(', ')}; invite again who is still to come`,
      ]),
];

type Listed = Awaited<ReturnType<typeof listPeople>>['people'][number];

/** Does something with a person, and prints what came of it. Throws a CliError if nobody is there. */
async function act(
  cli: Cli,
  text: string,
  run: (operator: Operator, person: Listed) => Promise<readonly string[]>,
): Promise<void> {
  const said = await withOperator(cli, async (operator) => {
    const { people } = await operator.call(listPeople);
    const email = emailOf(text);
    const found = people.filter((one) => one.id === text.toLowerCase() || (email && one.email === email));
    const person = found.find(({ removed_at }) => removed_at === null) ?? found[0];
    if (!person)
      throw new CliError(`Nobody has the e-mail address or id ${text}: see \`leadkeep user list\``);
    if (person.removed_at) throw new CliError(`${text} was removed before`);
    return run(operator, person);
  });
  cli.print(said.join('\n'));
}

function emailArgument(text: string): string {
  const email = emailOf(text);
  if (email !== undefined) return email;
  throw new InvalidArgumentError('It must be an e-mail address.');
}

function rolesArgument(text: string): readonly Role[] {
  const roles = parseRoles(text);
  if (roles !== undefined && roles.length > 0) return roles;
  throw new InvalidArgumentError(`The roles are ${ROLE_NAMES.join(', ')}.`);
}
