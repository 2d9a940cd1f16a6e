import { document, faultsOf, operationAt, validatorAt, type Part } from './api-document.js';

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
export function undocumented(method: string, address: string, answer: Received): string[] {
  const path = address.split('?', 1)[0] ?? '';
  if (PAGES.test(path) && answer.status !== 405) return [];
  const operation = isReadable(path) ? operationAt(path) : undefined;
  const known = operation ?? { path: '/api/v1/engine/leads', method: 'post' };
  if (!operation && ![400, 404, 405, 408, 431].includes(answer.status))
    return [`${answer.status} for an address that the document does not have`];
  if (operation && answer.status < 300 && !isMethodOf(operation.method, method))
    return [`${answer.status} for a method that the document does not have`];
  const at = ['paths', known.path, known.method, 'responses', String(answer.status)];
  const response = at.reduce<Part | undefined>((part, key) => part?.[key], document);
  if (!response) return [`status ${answer.status} is not documented for ${known.method} ${known.path}`];
  return [...wrongHeaders(response, answer), ...wrongBody(at, method, answer)];
}

const isMethodOf = (own: string, used: string): boolean =>
  own === used.toLowerCase() || (own === 'get' && used.toLowerCase() === 'head');

const isRequired = (header: string): boolean =>
  ['components', 'headers', header, 'required'].reduce<unknown>(
    (part, key) => (part as Part)[key],
    document,
  ) === true;

function wrongHeaders(response: Part, { headers }: Received): string[] {
  const wrong = Object.keys(response['headers'] ?? {}).flatMap((name) => {
    const sent = headers[name.toLowerCase()];
    if (sent === undefined) return isRequired(name) ? [`header ${name} is missing`] : [];
    const isNumber = typeof sent === 'string' && /^\d+$/.test(sent) && name === 'Retry-After';
    const value = isNumber ? Number(sent) : sent;
    return faultsOf(validatorAt('components', 'headers', name, 'schema'), value).map(
      (fault) => `header ${name}: ${fault}`,
    );
  });
  const type = headers['content-type'];
  return type === 'application/json; charset=utf-8'
    ? wrong
    : [...wrong, `content-type is ${JSON.stringify(type)}`];
}

function wrongBody(at: readonly string[], method: string, { body, headers }: Received): string[] {
  if (method.toLowerCase() === 'head') return [];
  const faults = faultsOf(validatorAt(...at, 'content', 'application/json', 'schema'), body);
  const { request_id } = (body ?? {}) as { request_id?: unknown };
  return request_id === headers['x-request-id'] ? faults : [...faults, 'request_id is not X-Request-Id'];
}

/** Throws, in words, when an answer is not as the document says. */
export function requireDocumented(method: string, address: string, answer: Received): void {
  const faults = undocumented(method, address, answer);
  if (faults.length === 0) return;
  const what = `${method.toUpperCase()} ${address} was answered ${answer.status}, not as /openapi.json says:`;
  throw new Error([what, ...faults, `the answer: ${JSON.stringify(answer.body)}`].join('\n  '));
}
