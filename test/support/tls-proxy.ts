import { connect } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { listenQuietly } from './quiet-port.js';

interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface TlsProxy {
  /** `rediss://`, by way of here. */
  readonly url: string;
  /** How many bytes clients have sent to the server behind. */
  received(): number;
  /** Shows another certificate from now on, and drops every connection. */
  show(certificate: Certificate): void;
  close(): Promise<void>;
}

/** A way to a real Redis behind TLS, with a certificate of its own, as hosted ones have it. */
export async function tlsProxy(redisUrl: string, certificate: Certificate): Promise<TlsProxy> {
  const upstream = new URL(redisUrl);
  const open = new Set<TLSSocket>();
  let bytes = 0;
  const server = createServer(certificate, (client) => {
    const behind = connect(Number(upstream.port), upstream.hostname);
    open.add(client);
    client.on('data', (chunk: Buffer) => (bytes += chunk.length));
    client.pipe(behind).pipe(client);
    for (const socket of [client, behind]) socket.on('error', () => undefined);
    client.on('close', () => {
      open.delete(client);
      behind.destroy();
    });
    behind.on('close', () => client.destroy());
  });
  // Of clients that do not take the certificate.
  server.on('tlsClientError', () => undefined);
  const port = await listenQuietly(server);
  const url = new URL(redisUrl.replace(/^redis:/, 'rediss:'));
  url.host = `127.0.0.1:${port}`;
  const drop = (): void => {
    for (const client of open) client.destroy();
  };
  return {
    url: url.href,
    received: () => bytes,
    show(other) {
      server.setSecureContext(other);
      drop();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        drop();
      }),
  };
}
