import {
  findSuppressedBody,
  importListBody,
  LIST_BYTES,
  suppressBody,
  unsuppressBody,
} from '../bodies/suppressions.js';
import {
  addSuppression,
  findSuppression,
  importSuppressions,
  LIST_PARAMETERS,
  listSuppressions,
  removeSuppression,
} from '../handlers/suppressions.js';
import { route, type OperatorRoute } from '../route.js';
import { BASE } from './base.js';

const acts = { method: 'POST', permission: 'suppress', limit: 'acts', parameters: {} } as const;
const notFound = 'there is no such buyer or affiliate';

/** Who is not sold. */
export const SUPPRESSION_ROUTES: readonly OperatorRoute[] = [
  route({
    path: `${BASE}/suppressions`,
    permission: 'suppress',
    limit: 'reads',
    parameters: LIST_PARAMETERS,
    handle: listSuppressions,
    describe: {
      id: 'list_suppressions',
      summary: 'List the newest entries of the suppression list',
      description: 'The newest ones, and how many there are. An entry is a keyed hash and names nobody.',
      schema: 'SuppressionList',
    },
  }),
  route({
    ...acts,
    path: `${BASE}/suppressions`,
    body: suppressBody,
    handle: addSuppression,
    describe: {
      id: 'add_suppression',
      summary: 'Put a person or a domain on the suppression list',
      description:
        'Takes effect everywhere within 5 seconds. Adding it again for the same scope replaces reason, source and end.',
      schema: 'Suppressions',
      notFound,
    },
  }),
  route({
    ...acts,
    path: `${BASE}/suppressions/import`,
    body: importListBody,
    maxBytes: LIST_BYTES,
    handle: importSuppressions,
    describe: {
      id: 'import_suppressions',
      summary: 'Put the values of a file on the suppression list',
      description:
        'Send it with `dry_run` first. Lines that can’t be read are named, and all others are taken. Importing a line twice changes nothing. Longer lists are for `leadkeep suppress import`.',
      schema: 'ImportedSuppressions',
      notFound,
    },
  }),
  route({
    ...acts,
    path: `${BASE}/suppressions/find`,
    body: findSuppressedBody,
    handle: findSuppression,
    describe: {
      id: 'find_suppression',
      summary: 'Find the entries under which a person or a domain is suppressed',
      description:
        'Of an e-mail address also entries of its MD5 and its domain. The audit log has that somebody looked, not for whom.',
      schema: 'Suppressions',
    },
  }),
  route({
    ...acts,
    path: `${BASE}/suppressions/remove`,
    body: unsuppressBody,
    handle: removeSuppression,
    describe: {
      id: 'remove_suppression',
      summary: 'Take a person or a domain off the suppression list',
      description: 'Removes the entry of exactly this scope.',
      schema: 'RemovedSuppressions',
      notFound: 'there is no such entry, buyer or affiliate',
    },
  }),
];
