import type { Command } from 'commander';
import { listOpen } from '../../app/people/open-invitations.js';
import { rolesOf } from '../../core/people/person.js';
import type { Cli } from '../cli.js';
import { renderInvitations, renderPeople } from '../render/people.js';
import { withLeadkeepDatabase } from '../wiring/with-database.js';

/** `leadkeep user list`: people, and invitations that can still be used. */
export function addUserList(user: Command, cli: Cli): void {
  user
    .command('list')
    .description('list people with their roles, and open invitations')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const now = cli.clock();
      const found = await withLeadkeepDatabase(cli.env, async (database) => {
        const { people, sessions } = database;
        const open = (await sessions.listValid(now)).map(([, { person }]) => person.id);
        const all = (await people.list()).map((person) => ({
          ...{ ...person, roles: rolesOf(person) },
          open_sessions: open.filter((id) => id === person.id).length,
        }));
        return { people: all, invitations: await listOpen(database, now) };
      });
      if (json) {
        cli.print(JSON.stringify(found, null, 2));
        return;
      }
      cli.print(renderPeople(found.people));
      if (found.invitations.length > 0) cli.print(`\n${renderInvitations(found.invitations)}`);
    });
}
