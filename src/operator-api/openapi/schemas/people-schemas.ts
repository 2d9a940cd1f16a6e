import { ROLE_NAMES } from '../../../core/operators/roles.js';
import { PERMISSIONS } from '../../../core/operators/permissions.js';
import type { ApiCode } from '../../../core/envelope.js';
import { envelopeSchema } from '../../../http/openapi/envelope-schema.js';
import { issuer } from './key-schemas.js';
import { orNull, ref, text, uuid } from '../../../http/openapi/json-schema.js';
import { always, anyText, count, exactly, flag, listOf, oneOf, time } from './parts.js';

const roles = (description?: string) => listOf(oneOf(ROLE_NAMES), description);

const person = {
  id: uuid(),
  name: text(),
  email: orNull(text('Null: the identity provider did not confirm one')),
  roles: roles('All roles, given here or by the identity provider'),
  roles_of_leadkeep: roles('Those that were given here. The identity provider may give some of them too'),
  roles_of_provider: roles('Those that the identity provider gave at the newest sign-in'),
  sign_in: listOf(oneOf(['local', 'oidc']), 'How this person can sign in'),
  created_at: time(),
  removed_at: orNull(time('From then on nobody signs in as this person')),
};

const invitation = {
  id: uuid(),
  email: orNull(text('Null: the person who opens the link types one')),
  roles: orNull(roles('Null: the person has an account, and keeps the roles that they have then')),
  created_at: time(),
  expires_at: time(),
  issued_by: issuer('Who made it'),
};

/** What somebody leaves to others who is removed, or who may do less. */
const left = (which: string) => ({
  operator_keys: listOf(
    ref('schemas', 'OperatorKey'),
    `Valid keys that the person issued or rotated, or that were issued or rotated with one of these${which}. They go on until somebody revokes them`,
  ),
  invitations_withdrawn: listOf(
    ref('schemas', 'Invitation'),
    'Invitations that the person made, or that were made with such a key. They ended: invite again who is still to come',
  ),
});

const session = {
  id: uuid(),
  person: exactly({ id: uuid(), name: text() }),
  began_at: time(),
  used_at: time('The newest use, to the minute'),
  expires_at: time('When it ends if it is not used'),
  address: orNull(text('The network address of the sign-in')),
  agent: orNull(anyText('What the browser calls itself')),
};

const signInKinds = exactly({
  local: flag('With a password and a one-time code'),
  oidc: flag('At the provider'),
});

/** People, invitations and sessions; also the answers of the routes of sign-in. */
export const peopleSchemas = {
  Invitation: exactly(invitation, 'An invitation that can still be used'),
  People: exactly({
    people: listOf(exactly({ ...person, open_sessions: count('Sessions that are open now') })),
    invitations: listOf(ref('schemas', 'Invitation')),
  }),
  IssuedInvitation: exactly({ ...invitation, link: text('Works once. It is shown only here') }),
  RolesGiven: exactly({ ...person, ...left(', and that may do what the person may not') }),
  Removed: exactly({ removed: always(), ...left('') }),
  Withdrawn: exactly({ withdrawn: always() }),
  Ended: exactly({ ended: always() }),
  Sessions: exactly({ sessions: listOf(exactly(session)) }),
  OwnSessions: exactly({
    sessions: listOf(exactly({ ...session, is_this: flag('It is the session of this call') })),
  }),
  SignInKinds: signInKinds,
  SignedIn: exactly({
    person: exactly({ id: uuid(), name: text(), email: orNull(text()) }),
    roles: roles(),
    permissions: listOf(oneOf(PERMISSIONS)),
    csrf: text('Send it as X-CSRF-Token with every call that changes something'),
    expires_at: time('When the session ends if it is not used'),
    ends_at: time('When it ends in any case'),
    sign_in: ref('schemas', 'SignInKinds'),
  }),
  NotSignedIn: {
    type: 'object',
    anyOf: ['AUTH_REQUIRED', 'AUTH_INVALID'].map((code) =>
      envelopeSchema(code as ApiCode, {
        properties: { sign_in: ref('schemas', 'SignInKinds') },
        required: ['sign_in'],
      }),
    ),
  },
  OpenInvitation: exactly({
    email: invitation.email,
    roles: invitation.roles,
    expires_at: time(),
    totp: exactly({
      secret: text('For typing into an authenticator app'),
      uri: text('What an authenticator app reads'),
      qr_svg: text('The same as a picture, in SVG'),
    }),
    password: exactly({ min: count('Fewest characters'), max: count('Most characters') }),
    sign_in: ref('schemas', 'SignInKinds'),
  }),
  ProviderPage: exactly({ url: text('Lead the browser there') }),
};
