import { bold, cyan, dim, green, say } from './paint.js';
import { expectMembers, type Expected } from './surprise.js';

export type Answer = Readonly<Record<string, unknown>>;

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The important part of the body, for the curl line. */
  readonly shown?: string;
  /** The expected HTTP status and members of the answer. */
  readonly status: number;
  readonly expected: Expected;
  /** Members of the answer to print. */
  readonly print: readonly string[];
}

/** Makes real calls with an API key, prints each as a short curl line with the important part of its answer, and checks it. */
export function createApi(base: string, key: string, signal: AbortSignal) {
  return async ({ method, path, body, shown, status, expected, print }: Call): Promise<Answer> => {
    const data = shown === undefined ? '' : ` -d '{ ${shown} }'`;
    say(`   ${dim('$')} ${cyan(`curl${method === 'POST' ? ' -X POST' : ''} ${path}${data}`)}`);
    const response = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(15_000)]),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = (await response.json()) as Answer;
    expectMembers(
      `${method} ${path}`,
      { http_status: response.status, ...answer },
      {
        http_status: status,
        ...expected,
      },
    );
    const members = print.filter((name) => answer[name] !== undefined && !isEmpty(answer[name]));
    const told = members.map((name) => `${name} ${bold(inWords(answer[name]))}`);
    say(`   ${green(String(response.status))} ${told.join(dim(' · '))}`);
    return answer;
  };
}

export type Api = ReturnType<typeof createApi>;

const isEmpty = (value: unknown): boolean => JSON.stringify(value) === '{}';
const inWords = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
