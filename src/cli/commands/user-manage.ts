import type { Command } from 'commander';
import {
  changeRoles,
  endSessionsOf,
  removePerson,
  type LeftByPerson,
} from '../../app/people/manage-people.js';
import { withdrawInvitation } from '../../app/people/open-invitations.js';
import type { AuditPorts } from '../../app/audit/audited.js';
import type { Role } from '../../core/operators/roles.js';
import { emailOf, type Person } from '../../core/people/person.js';
import { isUuid } from '../../core/uuid.js';
import { auditPorts } from '../audit-act.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { renderKeysLeft } from '../render/operator-keys.js';
import { renderWithdrawn } from '../render/people.js';
import { withLeadkeepDatabase, type Database } from '../wiring/with-database.js';
import { rolesArgument } from './user-invite.js';

const PERSON = 'e-mail address or id of a person, as `leadkeep user list` prints them';

/** `leadkeep user role PERSON ROLES`: gives somebody these roles and no others. */
export const addUserRole = (user: Command, cli: Cli): void => {
  user
    .command('role')
    .description('give a person these roles and no others, within 5 seconds')
    .argument('<person>', PERSON)
    .argument('<roles>', 'a comma-separated list', rolesArgument)
    .action((text: string, roles: readonly Role[]) =>
      act(cli, text, async (database, person, audit) => {
        const left = await changeRoles(database, person, { roles }, audit);
        if (left === null) throw gone(text);
        return [
          `${person.name} has the roles ${roles.join(', ')}.`,
          ...renderLeft(left, ', and that may do what they may not,'),
        ].join('\n');
      }),
    );
};

/** `leadkeep user end-sessions PERSON`: signs somebody out everywhere. */
export const addUserEndSessions = (user: Command, cli: Cli): void => {
  user
    .command('end-sessions')
    .description('sign a person out everywhere, within 5 seconds')
    .argument('<person>', PERSON)
    .action((text: string) =>
      act(cli, text, async (database, person, audit) => {
        const ended = await endSessionsOf(database, person, audit);
        return ended === 0
          ? `Nothing changed: ${person.name} is not signed in.`
          : `${person.name} is signed out: ${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`;
      }),
    );
};

/** `leadkeep user remove PERSON`: nobody signs in as this person any more. */
export const addUserRemove = (user: Command, cli: Cli): void => {
  user
    .command('remove')
    .description(
      'remove a person: sign them out, and let nobody sign in as them until they are invited again',
    )
    .argument('<person>', PERSON)
    .action((text: string) =>
      act(cli, text, async (database, person, audit) => {
        const left = await removePerson(database, person, audit);
        if (left === null) throw gone(text);
        return [
          `${person.name} is removed; every process refuses their sessions within 5 seconds.`,
          ...renderLeft(left),
        ].join('\n');
      }),
    );
};

/** `leadkeep user withdraw ID`: ends an invitation before somebody accepts it. */
export const addUserWithdraw = (user: Command, cli: Cli): void => {
  user
    .command('withdraw')
    .description('end an invitation before somebody accepts it')
    .argument('<id>', 'id of an open invitation, as `leadkeep user list` prints them')
    .action(async (id: string) => {
      const isDone = await withLeadkeepDatabase(cli.env, (database) =>
        withdrawInvitation(database, id.toLowerCase(), cli.clock(), auditPorts(cli, database.auditLog)),
      );
      if (!isDone) throw new CliError(`No open invitation has the id ${id}: see \`leadkeep user list\``);
      cli.print('The invitation is withdrawn: nobody can use its link any more.');
    });
};

/** What somebody has to look after. `which`: of their keys. */
const renderLeft = ({ keys, withdrawn }: LeftByPerson, which = ''): string[] => [
  ...(keys.length > 0 ? [renderKeysLeft(keys, which)] : []),
  ...(withdrawn.length > 0 ? [renderWithdrawn(withdrawn)] : []),
];

const gone = (text: string): CliError => new CliError(`${text} was removed before`);

/** Does something with a person, and prints what came of it. Throws a CliError if nobody is there. */
async function act(
  cli: Cli,
  text: string,
  run: (database: Database, person: Person, audit: AuditPorts) => Promise<string>,
): Promise<void> {
  const said = await withLeadkeepDatabase(cli.env, async (database) => {
    const person = await find(database, text);
    if (person === null)
      throw new CliError(`Nobody has the e-mail address or id ${text}: see \`leadkeep user list\``);
    if (person.removed_at) throw gone(text);
    return run(database, person, auditPorts(cli, database.auditLog));
  });
  cli.print(said);
}

async function find({ people }: Database, text: string): Promise<Person | null> {
  if (isUuid(text)) return people.read(text.toLowerCase());
  const email = emailOf(text);
  return email === undefined ? null : people.findByEmail(email);
}
