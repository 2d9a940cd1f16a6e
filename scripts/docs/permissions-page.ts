import { PERMISSIONS } from '../../src/core/operators/permissions.js';
import { permissionsOf, ROLE_NAMES } from '../../src/core/operators/roles.js';
import { ROUTES } from '../../src/operator-api/routes.js';
import { referencePage } from './reference-page.js';

/** docs/reference/permissions.md: who has each permission, and what needs it. */
export const permissionsPage = (): string =>
  referencePage(`# Permissions

[Roles](people.md#roles) of people and scopes of [operator keys](operator-api.md#keys) are sets of these. Paths are below \`/api/v1/operator\`.
\`leadkeep operator-key issue NAME --scopes leads:read,settle\` makes a key that reads and settles leads.

| permission | roles | calls |
|---|---|---|
${PERMISSIONS.map(
  (one) =>
    `| \`${one}\` | ${ROLE_NAMES.filter((role) => permissionsOf([role]).includes(one)).join(', ')} | ${callsWith(one)} |`,
).join('\n')}
`);

const callsWith = (permission: string): string =>
  ROUTES.filter((route) => route.permission === permission)
    .map(({ method, path }) => `\`${method} ${path.replace('/api/v1/operator', '')}\``)
    .join(', ');
