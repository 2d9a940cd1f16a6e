import type { Connection } from 'mongoose';
import { PERSON, storePerson, type AuditedRow } from './audited-world.js';

/** The commands about people, in an order in which each finds what it needs. */
export function peopleRows(connection: () => Promise<Connection>): readonly AuditedRow[] {
  let invitation = '';
  const joined = async (): Promise<void> => {
    await storePerson({ connection });
    const found = await (await connection()).collection('invitations').findOne();
    invitation = (found?.['id'] as string | undefined) ?? '';
  };
  return [
    ['user invite', 'person.invite', () => ['ann@example.com', '--role', 'admin'], joined],
    ['user list', 'reads', () => []],
    ['user withdraw', 'invitation.withdraw', () => [invitation]],
    ['user role', 'person.roles', () => [PERSON, 'viewer,support']],
    ['user end-sessions', 'session.end', () => [PERSON]],
    ['user remove', 'person.remove', () => [PERSON]],
  ];
}
