import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Another address of this machine than the one on which programs listen by default: the router is elsewhere. */
export const FROM_OUTSIDE = '127.0.0.2';
const FIRST_BYTE_MS = 30_000;
const BETWEEN_BYTES_MS = 55_000;

export interface Router {
  readonly url: string;
  /** Calls that it answered itself, by the code that such routers log. */
  readonly faults: Map<string, number>;
  close(): Promise<void>;
}

/**
 * A router as platforms have it: leads to the ports of `webs` in turn, gives up 30 s without a first byte (H12) and 55 s
 * without a further one (H15), and answers 503 itself while there is no `web` (H10) or it hangs up (H13).
 */
export async function startRouter(host: string, webs: () => readonly number[]): Promise<Router> {
  const faults = new Map<string, number>();
  let turn = 0;
  const server = createServer((call, response) => {
    const chunks: Buffer[] = [];
    call.on('data', (chunk: Buffer) => chunks.push(chunk));
    call.on('end', () => {
      const ports = webs();
      pass(call, Buffer.concat(chunks), response, ports[(turn += 1) % ports.length]);
    });
  });
  const fail = (response: ServerResponse, code: string): void => {
    faults.set(code, (faults.get(code) ?? 0) + 1);
    if (response.headersSent) response.destroy();
    else
      response.writeHead(503, { 'content-type': 'application/json' }).end(JSON.stringify({ router: code }));
  };
  const pass = (
    { method, url, headers }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    port: number | undefined,
  ): void => {
    if (port === undefined) {
      fail(response, 'H10');
      return;
    }
    let code: string | undefined;
    const sent = request({
      ...{ host: FROM_OUTSIDE, port, method, path: url, agent: false },
      headers: { ...headers, host, 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' },
    });
    const giveUp = (as: string) => (): void => {
      code = as;
      sent.destroy();
      fail(response, as);
    };
    let timer = setTimeout(giveUp('H12'), FIRST_BYTE_MS);
    sent.on('response', (answer) => {
      const wait = (): void => {
        clearTimeout(timer);
        timer = setTimeout(giveUp('H15'), BETWEEN_BYTES_MS);
      };
      wait();
      answer.on('data', wait);
      answer.on('close', () => {
        clearTimeout(timer);
      });
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    sent.on('error', () => {
      clearTimeout(timer);
      if (code === undefined) fail(response, 'H13');
    });
    sent.end(body);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
