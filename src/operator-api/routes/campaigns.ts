import { makeLinkBody } from '../bodies/campaigns.js';
import { makeLink, readPosting } from '../handlers/campaigns.js';
import { inPath, text } from '../parameters/kinds.js';
import { route, type OperatorRoute } from '../route.js';
import { BASE } from './base.js';

const parameters = { handle: inPath(text('northwind-edu'), 'Handle or id') };
const notFound = 'the catalogue has no such campaign';

/** What an affiliate must know to post to a campaign. */
export const CAMPAIGN_ROUTES: readonly OperatorRoute[] = [
  route({
    path: `${BASE}/campaigns/:handle/posting`,
    permission: 'catalogue:read',
    limit: 'reads',
    parameters,
    handle: readPosting,
    describe: {
      id: 'read_posting_specification',
      summary: 'Read the posting specification of a campaign',
      description:
        'Every offer that the campaign may post to, as in the active catalogue: consent texts, questions, required fields, rules in words, payouts, a sample.',
      schema: 'PostingSpecification',
      notFound,
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/campaigns/:handle/links`,
    permission: 'keys:write',
    limit: 'acts',
    parameters,
    body: makeLinkBody,
    handle: makeLink,
    describe: {
      id: 'make_posting_link',
      summary: 'Make a link to the posting specification',
      description:
        "A page without a sign-in. Everyone who has the link can read it and send test leads of the campaign, so it needs what issuing a key needs. It ends at its date, and with the campaign or its affiliate; a single link can't be ended.",
      schema: 'PostingLink',
      notFound,
    },
  }),
];
