import { inviteBody, rolesBody } from '../bodies/people.js';
import {
  deleteInvitation,
  deletePerson,
  deleteSession,
  invitePerson,
  listPeople,
  listSessions,
  setRoles,
} from '../handlers/people.js';
import { inPath, uuid } from '../parameters/kinds.js';
import { route, type OperatorRoute } from '../route.js';
import { BASE } from './base.js';

const personId = { id: inPath(uuid, 'The id of the person') };
const noPerson = 'there is no person with this id, or the person was removed';

export const PEOPLE_ROUTES: readonly OperatorRoute[] = [
  route({
    path: `${BASE}/people`,
    permission: 'people:read',
    limit: 'reads',
    parameters: {},
    handle: listPeople,
    describe: {
      id: 'list_people',
      summary: 'List people and open invitations',
      description:
        'Everybody who may sign in, also those who were removed, and invitations that can still be used.',
      schema: 'People',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/people/invitations`,
    permission: 'people:write',
    limit: 'acts',
    parameters: {},
    body: inviteBody,
    handle: invitePerson,
    describe: {
      id: 'invite_person',
      summary: 'Invite somebody',
      description:
        'Answers a link that works once, for three days. It is shown only now; send it to the person yourself. For somebody who has an account and lost the password or the app, leave out the roles: they stay. Without an e-mail address the person types one. Earlier open invitations for the address end. It stops working if the person who made it may no longer invite, or the key is revoked.',
      schema: 'IssuedInvitation',
    },
  }),
  route({
    method: 'DELETE',
    path: `${BASE}/invitations/:id`,
    permission: 'people:write',
    limit: 'acts',
    parameters: { id: inPath(uuid, 'The id of the invitation') },
    handle: deleteInvitation,
    describe: {
      id: 'withdraw_invitation',
      summary: 'Withdraw an invitation',
      description: 'Its link stops working.',
      schema: 'Withdrawn',
      notFound: 'there is no open invitation with this id',
    },
  }),
  route({
    method: 'PUT',
    path: `${BASE}/people/:id/roles`,
    permission: 'people:write',
    limit: 'acts',
    parameters: personId,
    body: rolesBody,
    handle: setRoles,
    describe: {
      id: 'set_roles',
      summary: 'Give a person these roles, and no others',
      description:
        'Effective within 5 seconds, also in open sessions. Invitations that the person made end if the person may not invite any more. Operator keys keep working: the answer lists those that the person issued or rotated and that may do what the person may not. What the identity provider gives comes back at the next sign-in there. Send the `roles_of_leadkeep` that you read as `before`: otherwise roles that somebody else took away meanwhile may come back.',
      schema: 'RolesGiven',
      notFound: noPerson,
      conflict: 'the person has other roles by now than `before` and `roles`; the message has them',
    },
  }),
  route({
    method: 'DELETE',
    path: `${BASE}/people/:id`,
    permission: 'people:write',
    limit: 'acts',
    parameters: personId,
    handle: deletePerson,
    describe: {
      id: 'remove_person',
      summary: 'Remove a person',
      description:
        'Ends every session within 5 seconds. Nobody can sign in as this person until they are invited again. The name stays, because the audit log names the person by id. Operator keys that the person issued keep working: the answer lists the valid ones. Invitations that the person made end.',
      schema: 'Removed',
      notFound: noPerson,
    },
  }),
  route({
    path: `${BASE}/sessions`,
    permission: 'people:read',
    limit: 'reads',
    parameters: {},
    handle: listSessions,
    describe: {
      id: 'list_sessions',
      summary: 'List open sessions',
      description: 'Who is signed in, from where, and since when.',
      schema: 'Sessions',
    },
  }),
  route({
    method: 'DELETE',
    path: `${BASE}/sessions/:id`,
    permission: 'people:write',
    limit: 'acts',
    parameters: { id: inPath(uuid, 'The id of the session') },
    handle: deleteSession,
    describe: {
      id: 'end_session',
      summary: 'End a session',
      description: 'Effective within 5 seconds.',
      schema: 'Ended',
      notFound: 'there is no open session with this id',
    },
  }),
];
