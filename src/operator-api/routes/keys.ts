import { issueKeyBody, rotateBody } from '../bodies/keys.js';
import { issue, listKeys, revoke, rotate } from '../handlers/keys.js';
import { inPath, text } from '../parameters/kinds.js';
import { route, type OperatorRoute } from '../route.js';
import { BASE } from './base.js';

const OF_KEY = { prefix: inPath(text('svc_live_1a2b3c4d5e6'), 'The first characters of the key') };
const NO_KEY = 'no key begins with these characters';

/** Affiliates' keys. */
export const KEY_ROUTES: readonly OperatorRoute[] = [
  route({
    path: `${BASE}/keys`,
    permission: 'keys:read',
    limit: 'reads',
    parameters: {},
    handle: listKeys,
    describe: {
      id: 'list_keys',
      summary: "List affiliates' keys",
      description: 'Every key ever issued, oldest first. The keys themselves are not stored.',
      schema: 'KeyList',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/keys`,
    permission: 'keys:write',
    limit: 'acts',
    parameters: {},
    body: issueKeyBody,
    handle: issue,
    describe: {
      id: 'issue_key',
      summary: 'Issue a key for an affiliate',
      description: "Only this answer has the key. It isn't stored, and nobody can see it again.",
      schema: 'IssuedKey',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/keys/:prefix/rotate`,
    permission: 'keys:write',
    limit: 'acts',
    parameters: OF_KEY,
    body: rotateBody,
    handle: rotate,
    describe: {
      id: 'rotate_key',
      summary: 'Replace a key',
      description:
        'Issues a key with the same rights and lifetime. The old one stays valid during the overlap. Only this answer has the new key.',
      schema: 'IssuedKey',
      notFound: NO_KEY,
      conflict: 'the key is no longer valid, or somebody else was first',
    },
  }),
  route({
    method: 'DELETE',
    path: `${BASE}/keys/:prefix`,
    permission: 'keys:write',
    limit: 'acts',
    parameters: OF_KEY,
    handle: revoke,
    describe: {
      id: 'revoke_key',
      summary: 'End a key for good',
      description: "Every process refuses it within 5 seconds. You can't undo it.",
      schema: 'KeyRevoked',
      notFound: NO_KEY,
    },
  }),
];
