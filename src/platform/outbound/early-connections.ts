import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** Longer than this no connection waits for its request. A server may close one on which it hears nothing. */
const MAX_UNUSED_MS = 1_000;

type Callback = buildConnector.Callback;

interface Early {
  /** Scheme, host and port. */
  readonly name: string;
  stands?: { readonly socket: Socket; readonly since: number; readonly timer: NodeJS.Timeout };
  /** Closes the connection: no request came in time, or the server closed it or said something before. */
  readonly spoiled: () => void;
  /** Of the request that took it while it was being made. */
  callback?: Callback;
}

export interface EarlyConnections {
  /** Begins to connect for one request to this address, which is sent within moments. */
  begin(url: URL): void;
  /** Connects a request: takes a connection that was begun for its address, or makes one. */
  readonly connector: buildConnector.connector;
}

/**
 * Connections that are made while the request is still waiting to be sent. Each serves one request, and is closed if none
 * comes. If one fails before its request comes, the request makes its own.
 */
export function createEarlyConnections(connect: buildConnector.connector): EarlyConnections {
  const unused = new Set<Early>();

  function leave(early: Early): void {
    unused.delete(early);
    clearTimeout(early.stands?.timer);
    early.stands?.socket.off('readable', early.spoiled);
  }

  function begin({ protocol, host, hostname, port }: URL): void {
    const early: Early = {
      name: nameOf(protocol, host),
      spoiled() {
        leave(early);
        early.stands?.socket.destroy();
      },
    };
    unused.add(early);
    const options = { protocol, host, port, hostname: hostname.replace(/^\[|\]$/g, '') };
    const made: Callback = (...ended) => {
      const [error, socket] = ended;
      if (early.callback) early.callback(...ended);
      else if (error) leave(early);
      else {
        const timer = setTimeout(early.spoiled, MAX_UNUSED_MS).unref();
        early.stands = { socket: socket.once('readable', early.spoiled), since: performance.now(), timer };
      }
    };
    // Connecting takes this thread 0.3 ms, so the command that was begun before leaves first.
    setImmediate(connect, options, made);
  }

  return {
    begin,
    connector(options, callback) {
      const name = nameOf(options.protocol, options.host ?? options.hostname);
      const early = [...unused].find((one) => one.name === name);
      if (early) leave(early);
      if (early && !early.stands) early.callback = callback;
      // undici forgets the request if it hears of the connection before this returns.
      else if (isUsable(early?.stands)) process.nextTick(callback, null, early.stands.socket);
      else {
        early?.spoiled();
        connect(options, callback);
      }
    },
  };
}

const nameOf = (protocol: string, host: string): string => `${protocol}//${host}`;

/** A process that stood still may get here before its timer, or before it hears that the server closed the connection. */
const isUsable = (stands: Early['stands']): stands is NonNullable<Early['stands']> =>
  stands?.socket.readyState === 'open' && performance.now() - stands.since < MAX_UNUSED_MS;
