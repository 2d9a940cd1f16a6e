import { CODES } from '../../../core/envelope.js';
import {
  UNDER_REVIEW,
  wordsOfCallback,
  wordsOfIgnored,
  wordsOfReturnRefused,
  wordsOfStageRefused,
} from '../../../core/messages.js';
import { CALLBACK_LIMIT } from '../../access/callback-access.js';
import { COMMON, joinOutcomes } from '../common-outcomes.js';
import { EXAMPLE_IDS } from '../examples.js';
import { REQUEST_ID_PARAMETER } from '../../../http/openapi/headers.js';
import type { JsonSchema } from '../../../http/openapi/json-schema.js';
import type { Outcomes } from '../operation-description.js';
import { responseOf } from '../response.js';

/** Clients that are made from the description can't send a body without a type. */
const ANY_OBJECT: JsonSchema = { type: 'object', additionalProperties: true };

const MAC = 'a'.repeat(64);

const PARAMETERS: readonly JsonSchema[] = [
  {
    name: 'token',
    in: 'path',
    required: true,
    description: 'Names one lead and proves itself; part of the callback_url that came with the lead',
    schema: { type: 'string' },
  },
  {
    name: 'Leadkeep-Signature',
    in: 'header',
    description:
      'Where a secret was agreed: `t` is the present Unix time in seconds (5 minutes of difference are allowed), `v1` the HMAC-SHA-256 of `<t>.<body>` under the secret, in hex. Several `v1` may be sent while a secret is changed.',
    schema: { type: 'string', pattern: '^t=[0-9]+(,v1=[0-9a-f]{64})+$' },
    example: `t=1795280400,v1=${MAC}`,
  },
];

const MISSING = { reason: 'Missing signature', message: 'Send the header Leadkeep-Signature.' };
const INVALID = {
  reason: 'Invalid signature',
  message: 'Sign the body and the present time with the secret.',
};

const { 401: _keys, 403: _operations, 429: _limits, ...REST } = COMMON;

const OUTCOMES: Outcomes = {
  200: [
    {
      code: 'OK',
      when: 'it is taken, or says what stands already',
      schema: 'CallbackTaken',
      members: { ...wordsOfCallback(true), outcome: 'accepted', changed: true },
    },
    {
      code: 'OK',
      when: 'it returns the lead, revokes the consent or reports a stage, and the destination does not sign: ignored',
      schema: 'CallbackTaken',
      members: { ...wordsOfIgnored('returned'), outcome: 'returned', changed: false },
    },
    {
      code: 'OK',
      when: 'it returns the lead, and that is under review: nothing is changed yet',
      schema: 'CallbackTaken',
      members: { ...UNDER_REVIEW, outcome: 'returned', changed: false },
    },
  ],
  400: [
    {
      code: 'MALFORMED_REQUEST',
      when: 'no rule of the destination reads it, or its body breaks off, is empty, or is not packed as Content-Encoding says',
    },
  ],
  401: [
    { code: 'AUTH_REQUIRED', when: 'the destination signs, and it is not signed', members: MISSING },
    { code: 'AUTH_INVALID', when: 'the signature is of another secret, body or time', members: INVALID },
  ],
  404: [{ code: 'NOT_FOUND', when: 'the token is not valid, or its lead is no longer kept' }],
  409: [
    {
      code: 'MALFORMED_REQUEST',
      when: 'the lead was already decided differently, was sent again since, was not sent, or its offer has another buyer now',
    },
    {
      code: 'MALFORMED_REQUEST',
      when: 'the rules for returns refuse it: too late, over the share, an unknown reason, returned or declined before',
      members: { ...wordsOfReturnRefused('within') },
    },
    {
      code: 'MALFORMED_REQUEST',
      when: "the stage can't be recorded: an unknown code, a day before the sale or in the future, sold too long ago",
      members: { ...wordsOfStageRefused('unknown_stage') },
    },
  ],
  413: [{ code: 'MALFORMED_REQUEST', when: 'the body is over the limit, after inflation' }],
  429: [{ code: 'RATE_LIMITED', when: "the lead's limit, or the address's for wrong tokens, is reached" }],
};

/** The document's entry for callbacks. This is the only operation for buyers, and it needs no API key. */
export const callbackPath = (): Record<string, JsonSchema> => ({
  '/api/v1/callbacks/{token}': {
    post: {
      operationId: 'call_back',
      tags: ['Callbacks'],
      summary: 'Say what became of a lead (buyers and partners)',
      description: `For buyers and partners that answered "later": the address that came with the lead as callback_url, called when it is decided. The body is read like the answer to the delivery. A buyer that signs may also return an accepted lead: result "returned", with the code of the agreed reason and, if a review was agreed, its evidence. And it may say that the consumer revoked the consent: result "revoked"; or what became of the lead after its sale: result "stage", with the code of the agreed stage, and optionally the day (on) and value. The same word may be said again; of two that contradict each other the first holds. Repeat after a 429, a 5xx or no answer. Needs no API key.\n\nLimit for each lead: ${CALLBACK_LIMIT.per_minute} calls a minute, bursts of ${CALLBACK_LIMIT.burst}.`,
      security: [],
      parameters: [...PARAMETERS, REQUEST_ID_PARAMETER],
      requestBody: {
        description:
          'At most 64 KiB, after inflation, in the shape agreed for this destination. It is required, with its Content-Length or in chunks.',
        required: true,
        content: {
          'application/json': {
            schema: ANY_OBJECT,
            examples: {
              accepted: { summary: 'In our own shape', value: { result: 'accepted', reference: 'L-4711' } },
            },
          },
          'application/x-www-form-urlencoded': { schema: ANY_OBJECT },
          'application/xml': { schema: { type: 'string' } },
          'text/plain': { schema: { type: 'string' } },
        },
      },
      responses: Object.fromEntries(
        [...joinOutcomes(OUTCOMES, REST)].map(([http, some]) => [
          String(http),
          responseOf(http, some, { examples: EXAMPLES }),
        ]),
      ),
    },
  },
});

const EXAMPLES = {
  accepted: {
    summary: 'An acceptance',
    value: { result: 'accepted', reference: 'L-4711' },
    http: 200,
    answer: {
      code: 'OK',
      ...CODES.OK,
      ...wordsOfCallback(true),
      outcome: 'accepted',
      changed: true,
      request_id: EXAMPLE_IDS.request,
    },
  },
};
