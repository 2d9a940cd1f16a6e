import { whyBody } from '../bodies/lead-acts.js';
import { erasePersonBody, noticeBody, personBody } from '../bodies/persons.js';
import { proveLead, readRetention } from '../handlers/evidence.js';
import {
  againNotice,
  erasePerson,
  exportPerson,
  findPerson,
  listNotices,
  NOTICE_PARAMETERS,
  toldNotice,
} from '../handlers/persons.js';
import { inPath, uuid } from '../parameters/kinds.js';
import { route, type OperatorRoute } from '../route.js';
import { BASE } from './base.js';

const acts = { method: 'POST', permission: 'persons', limit: 'acts', parameters: {} } as const;
const NOTICE = 'there is no such notice';

/** What is stored of a person, what proves a consent, who must be told, and what goes when. */
export const PERSON_ROUTES: readonly OperatorRoute[] = [
  route({
    ...acts,
    path: `${BASE}/persons/find`,
    body: personBody,
    handle: findPerson,
    describe: {
      id: 'find_person',
      summary: "Find a person's records",
      description:
        'By e-mail address, phone number, or both: give all that the person has. Shows no person. The audit log has keyed hashes of what was looked for.',
      schema: 'FoundPerson',
    },
  }),
  route({
    ...acts,
    path: `${BASE}/persons/export`,
    body: personBody,
    handle: exportPerson,
    describe: {
      id: 'export_person',
      summary: "Export a person's records",
      description: 'With the personal data, for the person.',
      schema: 'ExportedPerson',
    },
  }),
  route({
    ...acts,
    path: `${BASE}/persons/erase`,
    body: erasePersonBody,
    handle: erasePerson,
    describe: {
      id: 'erase_person',
      summary: 'Erase a person',
      description:
        'Nothing brings the person back. Find the person first, and send how many leads and earlier leads were found. Answers the certificate. An erasure that is cut off is ended by the sweeper.',
      schema: 'Certificate',
      conflict: 'another number of leads is found now, or others erase at this moment',
    },
  }),
  route({
    path: `${BASE}/buyer-notices`,
    permission: 'persons',
    limit: 'reads',
    parameters: NOTICE_PARAMETERS,
    handle: listNotices,
    describe: {
      id: 'list_buyer_notices',
      summary: 'List notices to buyers about revocations and erasures',
      description: 'The newest ones. `parked`: somebody must notify the buyer.',
      schema: 'BuyerNotices',
    },
  }),
  route({
    ...acts,
    path: `${BASE}/buyer-notices/told`,
    body: noticeBody,
    handle: toldNotice,
    describe: {
      id: 'mark_buyer_told',
      summary: 'Record that the buyer was notified',
      description: 'Who and when is kept for 400 days.',
      schema: 'NoticeDone',
      notFound: NOTICE,
      conflict: 'the buyer was told already',
    },
  }),
  route({
    ...acts,
    path: `${BASE}/buyer-notices/again`,
    body: noticeBody,
    handle: againNotice,
    describe: {
      id: 'tell_buyer_again',
      summary: 'Resend a notice that was given up',
      description: 'For example after the address of the buyer was added.',
      schema: 'NoticeDone',
      notFound: NOTICE,
      conflict: 'it waits to be sent, or the buyer was told already',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/leads/:id/consent-proof`,
    permission: 'pii:read',
    reads: 'leads:read',
    limit: 'acts',
    parameters: { id: inPath(uuid, 'The id of the lead') },
    body: whyBody,
    handle: proveLead,
    describe: {
      id: 'prove_consent',
      summary: 'Prove what the person of a lead agreed to',
      description:
        'With the personal data. One proof for each submission that may have reached a buyer; none if the lead never left, or is not decided yet, or the term of its evidence is over.',
      schema: 'ConsentProofs',
    },
  }),
  route({
    path: `${BASE}/retention`,
    permission: 'catalogue:read',
    limit: 'reads',
    parameters: {},
    handle: readRetention,
    describe: {
      id: 'read_retention',
      summary: 'Read how long personal data is kept, and what is removed next',
      description: 'By class. What is due is counted up to 10,000 for each collection.',
      schema: 'Retention',
    },
  }),
];
