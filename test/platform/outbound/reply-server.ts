import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface ReplyServer {
  readonly url: string;
  /** What every request from now on is answered. */
  reply: Reply;
  readonly received: Received[];
  close(): Promise<void>;
}

/** An HTTP server on a free port of 127.0.0.1 that answers what it is told and remembers what it got. */
export async function replyServer(): Promise<ReplyServer> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url: path, headers } = request;
      received.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
      const { status = 200, headers: sent, body } = self.reply;
      response.writeHead(status, sent).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const self: ReplyServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`,
    reply: {},
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
  return self;
}

export const json = (value: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});
