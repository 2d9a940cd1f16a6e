import { createServer, connect, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { listenQuietly } from './quiet-port.js';

export interface FlakyRedis {
  readonly url: string;
  /** Drops every connection and refuses new ones. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  /** Accepts everything and passes nothing on, like a stopped server. */
  hang(): void;
  close(): Promise<void>;
}

/** A way to the real Redis that a test can cut, without hurting others on it. Starts cut when `away`. */
export async function flakyRedis(redisUrl: string, start: 'there' | 'away' = 'there'): Promise<FlakyRedis> {
  const { hostname, port } = new URL(redisUrl);
  const sockets = new Set<Socket>();
  const server: Server = createServer((client) => {
    const upstream = connect(Number(port || 6379), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    upstream.pipe(client);
  });
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const own = await listenQuietly(server);
  if (start === 'away') await stop();
  return {
    url: `redis://127.0.0.1:${own}`,
    goAway: stop,
    async comeBack() {
      server.listen(own, '127.0.0.1');
      await once(server, 'listening');
    },
    hang() {
      for (const socket of sockets) socket.unpipe();
    },
    close: stop,
  };
}
