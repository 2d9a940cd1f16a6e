import { wordsOfDupeCheck } from '../../../core/messages.js';
import { EXAMPLE_IDS } from '../examples.js';
import type { OperationDescription, Outcome } from '../operation-description.js';

const ANSWER = {
  code: 'OK',
  status: 'accepted',
  ...wordsOfDupeCheck(false),
  success: true,
  retryable: false,
  duplicate_likely: false,
  request_id: EXAMPLE_IDS.request,
};

const outcome = (duplicate_likely: boolean, when: string): Outcome => ({
  code: 'OK',
  when,
  schema: 'DupeCheck',
  members: { status: 'accepted', ...wordsOfDupeCheck(duplicate_likely), duplicate_likely },
});

export const describeDupeCheck: OperationDescription = {
  id: 'dupe_check',
  tag: 'Duplicates',
  summary: 'Ask whether a lead is likely a duplicate',
  description:
    'Advisory, and stores nothing: submit always runs the full check. Send at least one usable lead field, raw or hashed. Normalized forms: e-mail trimmed, lower case, its domain in ASCII (UTS 46); phone ten digits, without blanks, `( ) -`, dots between its groups and a leading 1 or +1, and nothing else in it; names and street lower case, accents removed, only letters and digits, single spaces; ZIP the first 5 digits of 5 or 9; date of birth YYYY-MM-DD (raw also as MM/DD/YYYY). `hashed` values are the lower-case hex SHA-256 of these forms in UTF-8.',
  examples: {
    raw: {
      summary: 'Raw fields',
      value: { email: 'dora@example.com', phone: '6085550126' },
      http: 200,
      answer: ANSWER,
    },
    hashed: {
      summary: 'The SHA-256 of dora@example.com',
      value: { hashed: { email: 'c7a1ac5989359eab635859250607bad9a4c6278a718c78f0a2e0c601277bc1b4' } },
      http: 200,
      answer: ANSWER,
    },
  },
  outcomes: {
    200: [
      outcome(false, 'no person with these fields is known'),
      outcome(true, 'a submit would probably be refused as a duplicate'),
    ],
    400: [{ code: 'MALFORMED_REQUEST', when: 'no field is usable' }],
    403: [{ code: 'FORBIDDEN', when: 'offer_id is no offer of yours', members: { field: 'offer_id' } }],
    404: [{ code: 'NOT_FOUND', when: 'the pre-check is switched off for your account' }],
    429: [{ code: 'RATE_LIMITED', when: "your account's pre-checks of this UTC day are used up" }],
  },
};
