import {
  createServer,
  type RequestListener,
  type Server,
  type IncomingMessage,
  ServerResponse,
} from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Log } from '../platform/process/logger.js';
import { boundConnections, type ConnectionBounds } from './bound-connections.js';
import { boundPipeline } from './bound-pipeline.js';
import { answerClientError } from './client-error.js';

/** Time limits for senders. Load balancers close idle connections earlier than this, so they never use a closed one. */
const TIMES = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
};

/** Connections without traffic for this time are closed. The time is longer than the wait for any answer. */
const SILENCE_MS = 120_000;

/**
 * Creates the server around the app. Slow senders and broken syntax are also answered with the envelope. Only a few
 * requests of one connection are handled at once.
 */
export function createHttpServer(
  app: RequestListener,
  log: Log,
  times: Partial<typeof TIMES> = {},
  bounds?: ConnectionBounds,
): Server {
  const listener = boundPipeline(withPath(app));
  // Otherwise Node would answer a request without Host itself, without an envelope. No route uses Host.
  const server = createServer({ ...TIMES, ...times, requireHostHeader: false }, listener);
  // Half a connection is enough for an answer: some senders end their side as soon as they have sent their request. Node has
  // this switch, its types don't.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('clientError', answerClientError(log));
  // Otherwise Node would also answer an unknown `Expect` itself.
  server.on('checkExpectation', listener);
  server.on('connect', answerConnect(withPath(app)));
  server.setTimeout(SILENCE_MS);
  if (bounds) boundConnections(server, bounds, log);
  return server;
}

/**
 * The path and query of a request's target. In an absolute address, they are what follows the host. A target without a
 * path (only a host, or `*`) becomes the root, which has no route.
 */
function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path.startsWith('?') ? path : ''}`;
}

/** Passes only paths to Express. Express would answer other targets in HTML, before any of our code runs. */
export const withPath =
  (app: RequestListener): RequestListener =>
  (request, response) => {
    request.url = pathOf(request.url ?? '');
    app(request, response);
  };

/**
 * Passes CONNECT requests to the app, which refuses them like other unknown calls. Node itself would not call the app:
 * it emits `connect` with the socket, and closes the socket without an answer if there is no listener.
 */
export const answerConnect =
  (app: RequestListener) =>
  (request: IncomingMessage, socket: Duplex): void => {
    socket.on('error', () => socket.destroy());
    if (!(socket instanceof Socket)) {
      socket.destroy();
      return;
    }
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => {
      socket.destroySoon();
    });
    app(request, response);
  };
const LOOK_EVERY_MS = 50;

/** Stops accepting connections, lets calls in progress finish, and closes each connection once it is idle. */
export const drainServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const timer = setInterval(() => {
      server.closeIdleConnections();
    }, LOOK_EVERY_MS);
    server.close(() => {
      clearInterval(timer);
      resolve();
    });
  });
