import { switchBody } from '../bodies/switches.js';
import { switchEntries } from '../handlers/switches.js';
import { route, type OperatorRoute } from '../route.js';
import { BASE } from './base.js';

/** The emergency switch. */
export const SWITCH_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'POST',
    path: `${BASE}/switches`,
    permission: 'pause',
    limit: 'acts',
    parameters: {},
    body: switchBody,
    handle: switchEntries,
    describe: {
      id: 'switch_entries',
      summary: 'Pause or resume offers, buyers and campaigns',
      description:
        'A pause stops selling through an entry within 5 seconds. Leads that a buyer already has are not affected. Send it with `dry_run` first: the answer says how many leads wait, and would be rejected when they are due.',
      schema: 'Switched',
      notFound: 'there is no such entry in the catalogue',
      conflict: 'the entry is retired, or others are changing the catalogue',
    },
  }),
];
