import { AUDIT_PARAMETERS, listAuditLog } from '../handlers/audit-log.js';
import { findBody } from '../bodies/find.js';
import { actOnNowBody } from '../bodies/now.js';
import { find } from '../handlers/find.js';
import { actOnNow, readNow } from '../handlers/now.js';
import { inPath, text } from '../parameters/kinds.js';
import { route, type OperatorRoute } from '../route.js';
import { BASE } from './base.js';

/** What needs somebody, the universal find, the audit log. */
export const SCREEN_ROUTES: readonly OperatorRoute[] = [
  route({
    path: `${BASE}/now`,
    permission: 'traffic:read',
    limit: 'reads',
    parameters: {},
    handle: readNow,
    describe: {
      id: 'read_now',
      summary: 'Read what needs attention now',
      description:
        "What needs attention, and today's searches and sales compared with the same hours of last week. At most 5 s old.",
      schema: 'Now',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/now/:id`,
    permission: 'alerts:write',
    limit: 'acts',
    parameters: { id: inPath(text('unknown_leads|offer|…'), 'The id of the finding') },
    body: actOnNowBody,
    handle: actOnNow,
    describe: {
      id: 'act_on_now',
      summary: 'Take an item, or add a note to it',
      description:
        'Members that are not sent stay as they are; null removes. A note is cleaned like a reason.',
      schema: 'AttentionItem',
      notFound: 'nothing with this id needs attention now',
      conflict: 'somebody else has taken it',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/find`,
    permission: 'leads:read',
    limit: 'reads',
    parameters: {},
    body: findBody,
    handle: find,
    describe: {
      id: 'find',
      summary: 'Find what a text names',
      description:
        'The text may be the id of a lead or search, an e-mail address, a phone number, a reference of a buyer, a request id, a click id or a subid. People and click ids are looked for by keyed hashes, only if the text names nothing else or is an address or number; then the audit log has a keyed hash of the text. Answers have no personal data.',
      schema: 'Found',
    },
  }),
  route({
    path: `${BASE}/audit-log`,
    permission: 'audit:read',
    limit: 'reads',
    parameters: AUDIT_PARAMETERS,
    handle: listAuditLog,
    describe: {
      id: 'list_audit_log',
      summary: 'List the audit log',
      description:
        'Who changed or revealed what, when, why and from where, newest first. To verify the entries, use `leadkeep audit-log verify`.',
      schema: 'AuditLog',
    },
  }),
];
