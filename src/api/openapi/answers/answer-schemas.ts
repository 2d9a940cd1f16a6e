import { CALLBACK_ONLY } from '../../../core/catalogue/types.js';
import { growing, uuid, type JsonSchema } from '../../../http/openapi/json-schema.js';
import { ANSWER_STATUS, answerSchema } from './answer.js';
import { errorSchemas, NOTICES } from './error-schemas.js';
import { postingSpecSchemas } from './posting-spec-schema.js';
import { resultsSchemas } from './results-schema.js';
import { leadFeedSchemas } from './lead-feed-schema.js';
import { statementSchemas } from './statement-schema.js';
import { submitAnswerSchema } from './submit-schema.js';

const dupeCheckAnswer = (): JsonSchema =>
  answerSchema(
    {
      duplicate_likely: { type: 'boolean', description: 'Advisory: submit runs the full check' },
      ...NOTICES,
    },
    ['duplicate_likely'],
  );

const OUTCOMES = ['accepted', 'rejected', 'duplicate', 'pending', ...CALLBACK_ONLY];

const callbackTaken = (): JsonSchema =>
  answerSchema(
    {
      outcome: growing(OUTCOMES, 'As it was read'),
      changed: { type: 'boolean', description: 'False: the lead is as it was before' },
    },
    ['outcome', 'changed'],
  );

const revocation = (): JsonSchema =>
  answerSchema(
    {
      svc_lead_id: uuid(),
      suppressed: {
        type: 'array',
        items: growing(['email', 'phone'], 'A field of the lead'),
        description: 'What of the lead is on the suppression list now',
      },
    },
    ['svc_lead_id', 'suppressed'],
  );

/** The schemas of all answers, by name. */
export const answerSchemas = (): Record<string, JsonSchema> => ({
  AnswerStatus: ANSWER_STATUS,
  ...resultsSchemas(),
  SubmitAnswer: submitAnswerSchema(),
  ...postingSpecSchemas(),
  DupeCheck: dupeCheckAnswer(),
  ...statementSchemas(),
  ...leadFeedSchemas(),
  Revocation: revocation(),
  CallbackTaken: callbackTaken(),
  ...errorSchemas(),
});
