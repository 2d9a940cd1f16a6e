import { STATUS_CODES } from 'node:http';
import type Joi from 'joi';
import { CODES, type ApiCode } from '../../core/envelope.js';
import { wordsOfCode } from '../../core/messages.js';
import { OPERATOR_LIMITS } from '../../core/operators/limits.js';
import { fromJoi } from '../../http/openapi/from-joi.js';
import { headersOf } from '../../http/openapi/headers.js';
import { ref, type JsonSchema } from '../../http/openapi/json-schema.js';
import type { FileName, OperatorRoute } from '../route.js';
import type { AnswerName } from './schemas/answer-schemas.js';
import { errorName } from './schemas/error-schemas.js';

export type When = readonly [code: ApiCode, when: string];

/** What a call can answer besides its document, by HTTP status. */
export type Faults = Readonly<Record<number, readonly When[]>>;

/** What every route can answer besides its document. */
export const FAULTS: Faults = {
  400: [
    ['REQUIRED_FIELD_MISSING', 'a parameter that is needed is not sent'],
    ['INVALID_FIELD', 'a parameter, the one named, is not as it must be'],
    ['MALFORMED_REQUEST', 'a parameter is unknown or sent twice, a body is sent, or it is no valid HTTP/1.1'],
  ],
  401: [
    ['AUTH_REQUIRED', 'no key is sent'],
    ['AUTH_INVALID', 'the key is no operator key, or it is unknown, revoked or expired'],
  ],
  403: [['FORBIDDEN', 'the key lacks the scope']],
  405: [['MALFORMED_REQUEST', 'another method is used on this address']],
  408: [['MALFORMED_REQUEST', 'the request is sent too slowly']],
  429: [['RATE_LIMITED', "the key's limit, or the address's for wrong keys, is reached"]],
  431: [['MALFORMED_REQUEST', 'the headers are too large']],
  500: [['INTERNAL_ERROR', 'we are at fault; report the time and the request_id']],
  503: [['UNAVAILABLE', 'a part of the service is down; try again']],
};

/** The same of routes that take a body. */
const OF_BODIES: Faults = {
  413: [['MALFORMED_REQUEST', 'the body is too large']],
};

/** The document's entry for one route. */
export function operationOf(route: OperatorRoute): JsonSchema {
  const { describe, parameters, permission, reads, limit, body } = route;
  const { per_minute, burst } = OPERATOR_LIMITS[limit];
  const faults = {
    ...FAULTS,
    ...(body && OF_BODIES),
    ...(describe.notFound !== undefined && { 404: [['NOT_FOUND', describe.notFound] as const] }),
    ...(describe.conflict !== undefined && { 409: [['MALFORMED_REQUEST', describe.conflict] as const] }),
  };
  return {
    operationId: describe.id,
    summary: describe.summary,
    description: `${describe.description}\n\nNeeds the permission \`${permission}\`${reads ? ` and \`${reads}\`` : ''}. Limit for each key or person: ${per_minute} calls a minute, bursts of ${burst}, together with all that count as ${limit}.`,
    parameters: Object.entries(parameters).map(
      ([name, { in: place, required, repeated, description, schema, example }]) => ({
        ...{ name, in: place, required, description },
        schema: repeated ? { type: 'array', items: schema } : schema,
        ...(example !== undefined && { example: repeated ? [example] : example }),
      }),
    ),
    ...exchangeOf({ body, schema: describe.schema, faults }),
  };
}

interface Exchange {
  readonly body?: Joi.ObjectSchema | undefined;
  /** The name of the answer's schema, or of a file. */
  readonly schema: AnswerName | FileName;
  readonly faults: Faults;
}

/** What a call sends, and what it is answered. */
export const exchangeOf = ({ body, schema, faults }: Exchange): JsonSchema => ({
  ...(body && {
    requestBody: { required: true, content: { 'application/json': { schema: fromJoi(body) } } },
  }),
  responses: {
    200: { description: 'OK', headers: headersOf(200), content: contentOf(schema) },
    ...Object.fromEntries(
      Object.entries(faults).map(([http, whens]) => [http, faultResponse(Number(http), whens)]),
    ),
  },
});

const FILES: Readonly<Record<FileName, JsonSchema>> = {
  csv: { 'text/csv': { schema: { type: 'string' } } },
  pdf: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
};

const contentOf = (schema: AnswerName | FileName): JsonSchema =>
  schema === 'csv' || schema === 'pdf'
    ? FILES[schema]
    : { 'application/json': { schema: ref('schemas', schema) } };

/** The description of the faults with one HTTP status. */
function faultResponse(http: number, whens: readonly When[]): JsonSchema {
  const schemas = whens.map(([code]) => ref('schemas', errorName(code)));
  return {
    description: `${STATUS_CODES[http] ?? ''}\n\n${whens.map(([code, when]) => `- ${code}: ${when}`).join('\n')}`,
    headers: headersOf(http),
    content: {
      'application/json': {
        schema: schemas.length === 1 ? schemas[0] : { oneOf: schemas },
        examples: Object.fromEntries(whens.map(([code]) => [code, { value: exampleOf(code) }])),
      },
    },
  };
}

const exampleOf = (code: ApiCode): JsonSchema => ({
  code,
  ...CODES[code],
  ...wordsOfCode(code),
  ...(code === 'RATE_LIMITED' && { retry_after_seconds: 6 }),
  ...((code === 'INVALID_FIELD' || code === 'REQUIRED_FIELD_MISSING') && { field: 'from' }),
  request_id: 'monthly-report.1',
});
