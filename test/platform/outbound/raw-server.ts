import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface RawServer {
  readonly url: string;
  readonly port: number;
  /** Connections accepted so far. */
  readonly connections: () => number;
  /** Everything that arrived, of all connections. */
  readonly received: () => string;
  readonly close: () => Promise<void>;
}

/** A TCP server of one's own behaviour, on a free port of 127.0.0.1. Its close cuts every open connection. */
export async function rawServer(onConnection: (socket: Socket) => void): Promise<RawServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  let received = '';
  const server: Server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/leads`,
    port,
    connections: () => connections,
    received: () => received,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => {
          resolve();
        });
      }),
  };
}

/** Calls back once with the first bytes of a connection. */
export const onceRead = (then: (socket: Socket) => void) => (socket: Socket) => {
  socket.once('data', () => {
    then(socket);
  });
};

/** A whole HTTP/1.1 answer as bytes on the wire. */
export function httpAnswer(status: string, body: string, headers = ''): string {
  return `HTTP/1.1 ${status}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`;
}
