import { removeSecretBody, setSecretBody } from '../bodies/secrets.js';
import {
  listAllSecrets,
  removeStoredSecret,
  SECRET_PARAMETERS,
  setStoredSecret,
} from '../handlers/secrets.js';
import { route, type OperatorRoute } from '../route.js';
import { BASE } from './base.js';

const act = { permission: 'catalogue:apply', limit: 'acts', parameters: SECRET_PARAMETERS } as const;

/** Buyers' and partners' secrets that Leadkeep stores. Values go in, and never come out. */
export const SECRET_ROUTES: readonly OperatorRoute[] = [
  route({
    path: `${BASE}/secrets`,
    permission: 'catalogue:read',
    limit: 'reads',
    parameters: {},
    handle: listAllSecrets,
    describe: {
      id: 'list_secrets',
      summary: 'List the secrets',
      description:
        'Those that are stored, that the catalogue names, and that processes have as files or variables: who set it and when, when it was last used, which entries name it, and which processes lack it. Never a value.',
      schema: 'SecretList',
    },
  }),
  route({
    ...act,
    method: 'PUT',
    path: `${BASE}/secrets/:name`,
    body: setSecretBody,
    handle: setStoredSecret,
    describe: {
      id: 'set_secret',
      summary: 'Store a secret, or replace it',
      description:
        "Takes effect within 5 seconds in processes that have no file or variable of that name. It's encrypted with the data keys.",
      schema: 'SecretDone',
      conflict: 'somebody else set or removed it at the same moment',
    },
  }),
  route({
    ...act,
    method: 'POST',
    path: `${BASE}/secrets/:name/remove`,
    body: removeSecretBody,
    handle: removeStoredSecret,
    describe: {
      id: 'remove_secret',
      summary: 'Remove a stored secret',
      description: 'Requests that need it then wait, unless a process has a file or variable of that name.',
      schema: 'SecretDone',
      notFound: 'no such secret is stored',
      conflict: 'entries of the catalogue name it, and the call has no `force`',
    },
  }),
];
