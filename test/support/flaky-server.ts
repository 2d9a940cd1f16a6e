import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { listenQuietly } from './quiet-port.js';

export interface FlakyServer {
  /** The given address, by way of here. */
  readonly url: string;
  /** Drops every connection and refuses new ones. */
  goAway(): Promise<void>;
  /** Accepts everything, new connections too, and passes nothing on: what a stopped (SIGSTOP) server does. */
  hang(): void;
  /** After `goAway` or `hang`. */
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

/** A way to a real server that a test can cut or stop without hurting others on it. Starts cut when `away`. */
export async function flakyServer(url: string, start: 'there' | 'away' = 'there'): Promise<FlakyServer> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let hangs = false;
  const open = (): Server =>
    createServer((client) => {
      const upstream = connect(Number(port), hostname);
      const ways = [
        [client, upstream],
        [upstream, client],
      ] as const;
      for (const [from, to] of ways) {
        sockets.add(from);
        from.on('data', (bytes) => hangs || to.write(bytes));
        from.on('error', () => undefined);
        from.on('close', () => {
          sockets.delete(from);
          to.destroy();
        });
      }
    });
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  let server = open();
  const goAway = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    drop();
    await closed;
  };
  const own = await listenQuietly(server);
  if (start === 'away') await goAway();
  const here = new URL(url);
  here.host = `127.0.0.1:${own}`;
  return {
    url: here.href,
    goAway,
    hang() {
      hangs = true;
    },
    async comeBack() {
      // What was swallowed meanwhile is lost, so the connections that waited for it are of no use.
      if (hangs) drop();
      hangs = false;
      if (server.listening) return;
      server = open();
      server.listen(own, '127.0.0.1');
      await once(server, 'listening');
    },
    close: goAway,
  };
}
