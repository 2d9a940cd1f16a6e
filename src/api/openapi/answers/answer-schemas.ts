import type { JsonSchema } from '../../../http/openapi/json-schema.js';
import { envelopeSchema } from '../../../http/openapi/envelope-schema.js';
import { errorSchemas, NOTICES } from './error-schemas.js';
import { postingSpecSchemas } from './posting-spec-schema.js';
import { resultsSchemas } from './results-schema.js';
import { leadFeedSchemas } from './lead-feed-schema.js';
import { statementSchemas } from './statement-schema.js';
import { submitSchemas } from './submit-schemas.js';

const dupeCheckAnswer = (): JsonSchema =>
  envelopeSchema('OK', {
    status: ['accepted'],
    properties: {
      duplicate_likely: { type: 'boolean', description: 'Advisory: submit runs the full check' },
      warnings: NOTICES.warnings,
    },
    required: ['duplicate_likely'],
  });

const callbackTaken = (): JsonSchema =>
  envelopeSchema('OK', {
    properties: {
      outcome: {
        type: 'string',
        enum: ['accepted', 'rejected', 'duplicate', 'pending', 'returned', 'revoked'],
        description: 'As it was read',
      },
      changed: { type: 'boolean', description: 'False: the lead is as it was before' },
    },
    required: ['outcome', 'changed'],
  });

const revocation = (): JsonSchema =>
  envelopeSchema('OK', {
    properties: {
      svc_lead_id: { type: 'string', format: 'uuid' },
      suppressed: {
        type: 'array',
        items: { type: 'string', enum: ['email', 'phone'] },
        description: 'What of the lead is on the suppression list now',
      },
    },
    required: ['svc_lead_id', 'suppressed'],
  });

/** The schemas of all answers, by name. */
export const answerSchemas = (): Record<string, JsonSchema> => ({
  ...resultsSchemas(),
  ...submitSchemas(),
  ...postingSpecSchemas(),
  DupeCheck: dupeCheckAnswer(),
  ...statementSchemas(),
  ...leadFeedSchemas(),
  Revocation: revocation(),
  CallbackTaken: callbackTaken(),
  ...errorSchemas(),
});
