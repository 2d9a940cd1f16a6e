import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the service does with its next questions. */
export type Manner =
  | 'passes'
  | 'refuses'
  | 'hangs'
  | 'lies about its type'
  | 'lies about its packing'
  | 'ends lines in LF'
  | 'floods'
  | 'talks nonsense'
  | 'drips';

export interface VerificationService {
  readonly url: string;
  manner: Manner;
  /** Paths and queries that were asked at. */
  readonly paths: string[];
  readonly asked: { readonly key: string | undefined; readonly body: string }[];
  close(): Promise<void>;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const MIB = Buffer.alloc(1024 * 1024, ' ');

/** A verification service on a free port of 127.0.0.1 that behaves well or badly, as it is told. */
export async function verificationService(): Promise<VerificationService> {
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      const key = request.headers['idempotency-key'];
      self.paths.push(request.url ?? '');
      self.asked.push({ key: typeof key === 'string' ? key : undefined, body });
      answer(self.manner, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const self: VerificationService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ask`,
    manner: 'passes',
    ...{ paths: [], asked: [] },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return self;
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function answer(manner: Manner, response: ServerResponse): void {
  switch (manner) {
    case 'passes':
      response.writeHead(200, JSON_TYPE).end('{"ok":true,"id":"claim-1"}');
      return;
    case 'refuses':
      response.writeHead(200, JSON_TYPE).end('{"ok":false,"why":"Known litigator"}');
      return;
    case 'lies about its type':
      response.writeHead(200, { 'content-type': 'application/xml' }).end('{"ok":true}');
      return;
    case 'talks nonsense':
      response.writeHead(200, JSON_TYPE).end('{"ok":"perhaps"}');
      return;
    case 'lies about its packing':
      response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end('{"ok":false}');
      return;
    case 'ends lines in LF':
      response.socket?.end('HTTP/1.1 200 OK\nContent-Type: application/json\n\n{"ok":false}');
      return;
    case 'floods':
      response.writeHead(200, JSON_TYPE);
      flood(response, 50);
      return;
    case 'drips':
      response.writeHead(200, JSON_TYPE).write('{"ok":');
      return;
    case 'hangs':
  }
}

/** Writes so many MiB, unless the caller hangs up. */
function flood(response: ServerResponse, left: number): void {
  if (left === 0) response.end();
  else if (!response.destroyed)
    response.write(MIB, () => {
      flood(response, left - 1);
    });
}
