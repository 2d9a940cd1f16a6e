import { once } from 'node:events';
import { connect } from 'node:net';
import type { AnswerBody } from './api.js';
import { requireDocumented } from './documented.js';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** `text` as JSON; only where there is one. */
  readonly body: AnswerBody;
}

/** A target may be a whole address, or no path at all. */
export function pathOfTarget(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : '/';
}

/**
 * One request written on a socket of its own, for what HTTP clients don't send. `head` is its lines but for Host.
 * Throws when the answer is not as `/openapi.json` says.
 */
export async function rawCall(url: string, head: readonly string[], body = ''): Promise<RawAnswer> {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [first, ...headers] = head;
  socket.write(`${[first, 'Host: leadkeep', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n${body}`);
  await once(socket, 'close');
  const said = Buffer.concat(chunks).toString();
  const end = said.indexOf('\r\n\r\n');
  const [status = '', ...lines] = said.slice(0, end).split('\r\n');
  const text = said.slice(end + 4);
  const named = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  // The API's own answers have their length; what is sent in chunks is of somebody else.
  const isJson = text !== '' && named['content-length'] !== undefined;
  const answer: RawAnswer = {
    status: Number(status.split(' ')[1]),
    headers: named,
    text,
    body: (isJson ? JSON.parse(text) : {}) as AnswerBody,
  };
  const [method = '', target = ''] = (first ?? '').split(' ');
  requireDocumented(method, pathOfTarget(target), answer);
  return answer;
}
