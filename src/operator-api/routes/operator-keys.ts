import { issueOperatorKeyBody, rotateBody } from '../bodies/keys.js';
import { issue, listOperatorKeys, revoke, rotate } from '../handlers/operator-keys.js';
import { inPath, text } from '../parameters/kinds.js';
import { route, type OperatorRoute } from '../route.js';
import { BASE } from './base.js';

const OF_KEY = { prefix: inPath(text('lko_1a2b3c4d5e6'), 'The first characters of the key') };
const NO_KEY = 'no key begins with these characters';

/** Keys for this API. */
export const OPERATOR_KEY_ROUTES: readonly OperatorRoute[] = [
  route({
    path: `${BASE}/operator-keys`,
    permission: 'people:read',
    limit: 'reads',
    parameters: {},
    handle: listOperatorKeys,
    describe: {
      id: 'list_operator_keys',
      summary: 'List operator keys',
      description: 'Every operator key ever issued, oldest first. The keys themselves are not stored.',
      schema: 'OperatorKeyList',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/operator-keys`,
    permission: 'people:write',
    limit: 'acts',
    parameters: {},
    body: issueOperatorKeyBody,
    handle: issue,
    describe: {
      id: 'issue_operator_key',
      summary: 'Issue an operator key',
      description:
        "For a program or a spreadsheet. Only this answer has the key. It isn't stored, and nobody can see it again.",
      schema: 'IssuedOperatorKey',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/operator-keys/:prefix/rotate`,
    permission: 'people:write',
    limit: 'acts',
    parameters: OF_KEY,
    body: rotateBody,
    handle: rotate,
    describe: {
      id: 'rotate_operator_key',
      summary: 'Replace a key',
      description:
        'Issues a key with the same rights and lifetime. The old one stays valid during the overlap. Only this answer has the new key.',
      schema: 'IssuedOperatorKey',
      notFound: NO_KEY,
      conflict: 'the key is no longer valid, or somebody else was first',
    },
  }),
  route({
    method: 'DELETE',
    path: `${BASE}/operator-keys/:prefix`,
    permission: 'people:write',
    limit: 'acts',
    parameters: OF_KEY,
    handle: revoke,
    describe: {
      id: 'revoke_operator_key',
      summary: 'End a key for good',
      description: "Every process refuses it within 5 seconds. You can't undo it.",
      schema: 'KeyRevoked',
      notFound: NO_KEY,
    },
  }),
];
