import type { JsonSchema } from '../../http/openapi/json-schema.js';

export const IDEMPOTENCY_PARAMETER: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A repeat with the same key and body within 24 hours answers the lead as it now stands and delivers nothing again; the same key with another body is a 409. Only a recorded lead binds the key.',
  schema: { type: 'string', pattern: '^[ -~]{1,255}$' },
  example: 'order-4711',
};

export const LEAD_ID_PARAMETER: JsonSchema = {
  name: 'svc_lead_id',
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
};

export const CAMPAIGN_ID_PARAMETER: JsonSchema = {
  name: 'svc_campaign_id',
  in: 'path',
  required: true,
  description: 'One of your campaigns',
  schema: { type: 'string', format: 'uuid' },
};
