import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { quietPort } from './quiet-port.js';

/** One address for two servers, as with a managed service that promotes its replica by itself. */
export interface Gateway {
  readonly port: number;
  /** Directs all connections to another server, and drops the existing ones. */
  switchTo(port: number): void;
  close(): Promise<void>;
}

/** Forwards every connection to `first`, until it is redirected. */
export async function openGateway(first: number): Promise<Gateway> {
  let target = first;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.pipe(to);
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
  const port = await quietPort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port,
    switchTo(next) {
      target = next;
      drop();
    },
    async close() {
      drop();
      server.close();
      await once(server, 'close');
    },
  };
}
