import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listenQuietly } from './quiet-port.js';

export interface FlakyProxy {
  /** The given address, by way of here. */
  readonly url: string;
  /** Drops every connection and refuses new ones. */
  goAway(): Promise<void>;
  /** Accepts everything and passes nothing on, like a stopped (SIGSTOP) server: it is not lost, it arrives later. */
  hang(): void;
  /** Passes nothing more on, either way, over the connections there are, not even their end: new ones work. */
  lose(): void;
  /** After `goAway` or `hang`. */
  comeBack(): Promise<void>;
  /**
   * As soon as a client sends `text`, the service goes away or hangs; these bytes are not passed on before it comes
   * back. Resolves when that has happened.
   */
  when(text: string, what: 'goAway' | 'hang'): Promise<void>;
  close(): Promise<void>;
}

interface Trap {
  readonly text: string;
  readonly spring: () => void;
}

/** A way to a real Redis or MongoDB that a test can cut or stop without hurting others on it. */
export async function flakyProxy(url: string, start: 'there' | 'away' = 'there'): Promise<FlakyProxy> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const lost = new WeakSet<Socket>();
  let hangs = false;
  let trap: Trap | undefined;

  const pass = (from: Socket, to: Socket, isTrap: (bytes: Buffer) => boolean): void => {
    sockets.add(from);
    if (hangs) from.pause();
    from.on('data', (bytes) => {
      if (lost.has(from)) return;
      if (isTrap(bytes)) trap?.spring();
      if (!hangs) to.write(bytes);
      else {
        from.pause();
        from.unshift(bytes);
      }
    });
    from.on('error', () => undefined);
    from.on('close', (broke) => {
      sockets.delete(from);
      if (lost.has(from)) return;
      if (broke) to.destroy();
      else to.end();
    });
  };
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    pass(client, upstream, (bytes) => trap !== undefined && bytes.includes(trap.text));
    pass(upstream, client, () => false);
  });
  const goAway = async (): Promise<void> => {
    hangs = false;
    for (const socket of sockets) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  const hang = (): void => {
    hangs = true;
    for (const socket of sockets) socket.pause();
  };

  const own = await listenQuietly(server);
  if (start === 'away') await goAway();
  return {
    url: by(url, own),
    goAway,
    hang,
    lose() {
      for (const socket of sockets) lost.add(socket);
    },
    async comeBack() {
      trap = undefined;
      hangs = false;
      for (const socket of sockets) socket.resume();
      if (server.listening) return;
      server.listen(own, '127.0.0.1');
      await once(server, 'listening');
    },
    when: (text, what) =>
      new Promise((resolve, reject) => {
        const spring = (): void => {
          trap = undefined;
          if (what === 'goAway') goAway().then(resolve, reject);
          else {
            hang();
            resolve();
          }
        };
        trap = { text, spring };
      }),
    close: goAway,
  };
}

/** The address past us. A replica set would tell its client the way around: these tests need a single server. */
function by(url: string, port: number): string {
  const here = new URL(url);
  here.host = `127.0.0.1:${port}`;
  return here.href;
}
