import { STATUS_CODES } from 'node:http';
import { CODES } from '../../core/envelope.js';
import { wordsOfCode } from '../../core/messages.js';
import { EXAMPLE_IDS } from './examples.js';
import { headersOf } from '../../http/openapi/headers.js';
import { ref, type JsonSchema } from '../../http/openapi/json-schema.js';
import type { OperationDescription, Outcome, RequestExample } from './operation-description.js';

/** The schema of answers that refuse a call. */
const ERROR = 'ErrorAnswer';

/** The document's entry for one HTTP status of an operation: its answers, when they occur, and its headers. */
export function responseOf(
  http: number,
  outcomes: readonly Outcome[],
  { examples, next, otherTypes = {} }: Pick<OperationDescription, 'examples' | 'next' | 'otherTypes'>,
): JsonSchema {
  return {
    description: `${STATUS_CODES[http] ?? ''}\n\n${tableOf(outcomes)}`,
    headers: headersOf(http),
    content: {
      'application/json': {
        schema: ref('schemas', outcomes[0]?.schema ?? ERROR),
        examples: examplesOf(http, outcomes, examples),
      },
      ...(http < 300 &&
        Object.fromEntries(
          Object.entries(otherTypes).map(([type, description]) => [
            type,
            { schema: { type: 'string', description } },
          ]),
        )),
    },
    ...(http < 300 && next !== undefined && { links: { [next]: linkTo(next) } }),
  };
}

const linkTo = (operationId: string): JsonSchema => ({
  operationId,
  parameters: { svc_lead_id: '$response.body#/svc_lead_id' },
});

const tableOf = (outcomes: readonly Outcome[]): string =>
  [
    '| code | status | reason | when |',
    '|---|---|---|---|',
    ...outcomes.map(
      (one) => `| ${one.code} | ${answerTo(one)['status'] as string} | ${reasonOf(one)} | ${one.when} |`,
    ),
  ].join('\n');

const reasonOf = (one: Outcome): string => answerTo(one)['reason'] as string;

const answerTo = ({ code, members }: Outcome): Readonly<Record<string, unknown>> => ({
  code,
  ...CODES[code],
  ...wordsOfCode(code),
  ...members,
});

/** The answers to the example requests, by their names, and one answer for each other code. */
function examplesOf(
  http: number,
  outcomes: readonly Outcome[],
  requests: Readonly<Record<string, RequestExample>>,
): JsonSchema {
  const answers = Object.entries(requests).filter(([, request]) => request.http === http);
  const told = new Set(answers.map(([, { answer }]) => answer['code']));
  return Object.fromEntries<object>([
    ...answers.map(([name, { summary, answer }]) => [name, { summary, value: answer }] as const),
    ...outcomes
      .filter(({ code }) => !told.has(code))
      .map((one) => [one.code, { value: exampleOf(http, one) }] as const),
  ]);
}

const exampleOf = (http: number, one: Outcome): JsonSchema => ({
  ...answerTo(one),
  ...(http === 429 && { retry_after_seconds: 6 }),
  ...(http === 400 && one.code === 'INVALID_FIELD' && { field: 'lead.personal.email' }),
  ...(http < 500 && errorsOf({ field: 'lead.personal.email', ...one.members }, one.code)),
  request_id: EXAMPLE_IDS.request,
});

/** `errors` of an example that refuses one field. */
function errorsOf({ field }: { readonly field?: unknown }, code: Outcome['code']): JsonSchema {
  if (code !== 'INVALID_FIELD' && code !== 'REQUIRED_FIELD_MISSING') return {};
  return { errors: [{ field, code, message: wordsOfCode(code).message }] };
}
