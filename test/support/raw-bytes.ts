import { connect, type Socket } from 'node:net';
import type { AnswerBody } from './api.js';

export interface RawBytesAnswer {
  /** Everything that came before the connection was closed. */
  readonly said: string;
  /** Of the first answer; 0 when none came. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AnswerBody;
}

export interface HowSent {
  /** Ends our side after the bytes: no more will come. */
  readonly end?: boolean;
  /** Tells the socket, to do more with it. */
  readonly socket?: (socket: Socket) => void;
}

/** Writes bytes on a socket of its own, whatever they say, and waits until the server closes it. */
export async function sendBytes(
  url: string,
  bytes: string | Buffer,
  how: HowSent = {},
): Promise<RawBytesAnswer> {
  const said = await new Promise<string>((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(
      { port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true },
      () => {
        socket.write(bytes);
        if (how.end) socket.end();
        how.socket?.(socket);
      },
    );
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('end', () => socket.end());
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve(Buffer.concat(chunks).toString());
    });
  });
  const [head = '', ...rest] = said.split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const text = rest.join('\r\n\r\n');
  const isJson = text.startsWith('{');
  return {
    said,
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(status)?.[1] ?? 0),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: (isJson ? JSON.parse(text.slice(0, headersLength(lines, text))) : {}) as AnswerBody,
  };
}

function headersLength(lines: readonly string[], text: string): number {
  const length = lines.find((line) => line.toLowerCase().startsWith('content-length:'));
  return length === undefined ? text.length : Number(length.slice(15));
}
