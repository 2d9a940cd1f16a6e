import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { SELF_SIGNED } from './self-signed.js';

interface Answering {
  /** The status of its answer, or 0: it answers nothing. By default it connects. */
  readonly answer?: (target: string, login: string | undefined) => number;
  /** Where it connects to on this machine, whatever address it is asked for. */
  readonly port?: number;
  /** It speaks TLS, as `localhost`. */
  readonly isTls?: boolean;
  /** Of this machine, where it listens. */
  readonly address?: string;
}

/** An HTTP proxy on this machine that remembers what it was asked for. */
export async function connectProxy({
  answer = () => 200,
  port = 1,
  isTls = false,
  address = '127.0.0.1',
}: Answering) {
  const asked: { readonly target: string; readonly login: string | undefined }[] = [];
  const sockets = new Set<Socket>();
  const held = (socket: Socket): Socket => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined));
    return socket;
  };
  const server = isTls ? createTlsServer(SELF_SIGNED) : createServer();
  server.on('connection', held);
  server.on('connect', ({ url = '', headers }, from: Socket) => {
    const login = headers['proxy-authorization'];
    asked.push({ target: url, login });
    from.on('error', () => undefined);
    const status = answer(url, login);
    if (status === 200) {
      const to = held(connect(port, '127.0.0.1', () => from.write('HTTP/1.1 200 Connected\r\n\r\n')));
      from.pipe(to).pipe(from);
      from.on('close', () => to.destroy());
      to.on('close', () => from.destroy());
    } else if (status > 0) from.end(`HTTP/1.1 ${status} No\r\ncontent-length: 2\r\n\r\nno`);
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    host: `${address}:${own}`,
    port: own,
    asked,
    targets: () => asked.map(({ target }) => target),
    /** How many connections are open, those onward too. */
    open: () => sockets.size,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => {
          resolve();
        });
      }),
  };
}

export type ConnectProxy = Awaited<ReturnType<typeof connectProxy>>;
