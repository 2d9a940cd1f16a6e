import { appendFileSync } from 'node:fs';
import { CODES, type ApiCode } from '../../src/core/envelope.js';
import { AFFILIATES_API } from './api-document.js';
import { faultsOf, textAt, type DescribedApi, type Part } from './described-api.js';

/** An answer as it was received. */
export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Parsed; undefined when there was none. */
  readonly body: unknown;
}

/** What is for people and tools, and has no envelope. */
const PAGES = /^\/(healthz|readyz|metrics|openapi\.json|docs(\/.*)?)$/;

/** Whether the router can read it: a broken escape is an unknown address, and an envelope. */
function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * In what an answer differs from the document: status, headers, body. Unknown addresses are answered 404, or by the
 * HTTP parser, with the envelope of an error. Empty when it is as documented.
 */
export function undocumented(
  method: string,
  address: string,
  answer: Received,
  api: DescribedApi = AFFILIATES_API,
): string[] {
  const path = address.split('?', 1)[0] ?? '';
  if (PAGES.test(path) && answer.status !== 405) return [];
  const operation = isReadable(path) ? api.operationAt(path, method) : undefined;
  const known = operation ?? anOperation(api);
  if (!operation && ![400, 404, 405, 408, 431].includes(answer.status))
    return [`${answer.status} for an address that the document does not have`];
  if (operation && answer.status < 300 && !isMethodOf(operation.method, method))
    return [`${answer.status} for a method that the document does not have`];
  const at = ['paths', known.path, known.method, 'responses', String(answer.status)];
  const response = at.reduce<Part | undefined>((part, key) => part?.[key], api.document);
  if (!response) return [`status ${answer.status} is not documented for ${known.method} ${known.path}`];
  const types = response['content'] ?? {};
  for (const [type, sent] of FILES) {
    const isFile = answer.headers['content-type'] === sent;
    if (types[type] && (isFile || !types['application/json'])) return isFile ? [] : [`it is not ${type}`];
  }
  return [
    ...wrongHeaders(api, response, answer),
    ...wrongBody(api, at, method, answer),
    ...wrongCode(response, answer),
  ];
}

/** Files by their type in the document, with the header that they have. */
const FILES = [
  ['text/csv', 'text/csv; charset=utf-8'],
  ['application/pdf', 'application/pdf'],
] as const;

const isMethodOf = (own: string, used: string): boolean =>
  own === used.toLowerCase() || (own === 'get' && used.toLowerCase() === 'head');

/** Answers to unknown addresses are like those of any operation. */
function anOperation({ document }: DescribedApi): { path: string; method: string } {
  const [path, item] = Object.entries(document['paths'] ?? {}).at(-1) ?? ['', {}];
  return { path, method: Object.keys(item ?? {})[0] ?? '' };
}

const isRequired = ({ document }: DescribedApi, header: string): boolean =>
  ['components', 'headers', header, 'required'].reduce<unknown>(
    (part, key) => (part as Part)[key],
    document,
  ) === true;

function wrongHeaders(api: DescribedApi, response: Part, { headers }: Received): string[] {
  const wrong = Object.keys(response['headers'] ?? {}).flatMap((name) => {
    const sent = headers[name.toLowerCase()];
    if (sent === undefined) return isRequired(api, name) ? [`header ${name} is missing`] : [];
    const isNumber = typeof sent === 'string' && /^\d+$/.test(sent) && name === 'Retry-After';
    const value = isNumber ? Number(sent) : sent;
    return faultsOf(api.validatorAt('components', 'headers', name, 'schema'), value).map(
      (fault) => `header ${name}: ${fault}`,
    );
  });
  const type = headers['content-type'];
  return type === 'application/json; charset=utf-8'
    ? wrong
    : [...wrong, `content-type is ${JSON.stringify(type)}`];
}

/** The table of a response tells its codes, and the table of codes what else goes with them. */
function wrongCode({ description }: Part, { body }: Received): string[] {
  const { code, success, retryable } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const row = CODES[code as ApiCode] as (typeof CODES)[ApiCode] | undefined;
  if (typeof code !== 'string' || !textAt(description).includes('| code |') || success === undefined)
    return [];
  const faults = textAt(description).includes(`| ${code} |`) ? [] : [`code ${code} is not in the table`];
  return row?.success === success && row.retryable === retryable ? faults : [...faults, `not as ${code} is`];
}

function wrongBody(
  api: DescribedApi,
  at: readonly string[],
  method: string,
  { status: answered, body, headers }: Received,
): string[] {
  if (method.toLowerCase() === 'head') return [];
  const faults = faultsOf(api.validatorAt(...at, 'content', 'application/json', 'schema'), body);
  const { request_id, retryable } = (body ?? {}) as { request_id?: unknown; retryable?: unknown };
  // A document is not an envelope: its request_id, if it has one, is another call's.
  if (retryable === undefined && answered < 300) return faults;
  return request_id === headers['x-request-id'] ? faults : [...faults, 'request_id is not X-Request-Id'];
}

/** An answer that a test received, as a line of the file that LEADKEEP_RECORDED_ANSWERS names. */
export interface RecordedAnswer {
  readonly operation: string;
  readonly status: number;
  /** Null: it has none. */
  readonly body: unknown;
}

function record(method: string, address: string, { status, body, headers }: Received): void {
  const file = process.env['LEADKEEP_RECORDED_ANSWERS'];
  const found = file === undefined ? undefined : AFFILIATES_API.operationAt(address, method);
  if (file === undefined || found?.method !== method.toLowerCase()) return;
  const isJson = String(headers['content-type']).startsWith('application/json');
  if (!isJson && status !== 204) return;
  const described = AFFILIATES_API.document['paths']?.[found.path]?.[found.method];
  const operation = textAt(described?.['operationId']);
  const answer: RecordedAnswer = { operation, status, body: isJson ? body : null };
  appendFileSync(file, `${JSON.stringify(answer)}\n`);
}

/** Throws, in words, when an answer is not as the document says. */
export function requireDocumented(
  method: string,
  address: string,
  answer: Received,
  api?: DescribedApi,
): void {
  const faults = undocumented(method, address, answer, api);
  if (faults.length === 0) {
    if (api === undefined) record(method, address, answer);
    return;
  }
  const what = `${method.toUpperCase()} ${address} was answered ${answer.status}, not as /openapi.json says:`;
  throw new Error([what, ...faults, `the answer: ${JSON.stringify(answer.body)}`].join('\n  '));
}
