import {
  createServer,
  type RequestListener,
  type Server,
  type IncomingMessage,
  ServerResponse,
} from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Log } from '../../platform/process/logger.js';
import { boundConnections, type ConnectionBounds } from './bound-connections.js';
import { boundPipeline } from './bound-pipeline.js';
import { answerClientError } from './client-error.js';

/** How long a sender may take; longer than a load balancer keeps an idle connection, so that it never meets a close. */
const TIMES = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
};

/** A connection on which nothing moves for so long is given up; longer than any answer is waited for. */
const SILENCE_MS = 120_000;

/**
 * The server around the app: a slow sender and broken syntax are answered with the envelope too, and no connection has
 * more than a few requests handled at once.
 */
export function createHttpServer(
  app: RequestListener,
  log: Log,
  times: Partial<typeof TIMES> = {},
  bounds?: ConnectionBounds,
): Server {
  const listener = boundPipeline(withPath(app));
  // Node would answer a missing Host by itself, without an envelope; no route looks at it.
  const server = createServer({ ...TIMES, ...times, requireHostHeader: false }, listener);
  server.on('clientError', answerClientError(log));
  // The same for an `Expect` that nobody knows.
  server.on('checkExpectation', listener);
  server.on('connect', answerConnect(withPath(app)));
  server.setTimeout(SILENCE_MS);
  if (bounds) boundConnections(server, bounds, log);
  return server;
}

/**
 * The path and query of a request's target: all of it, or what follows the host of a whole address. A target
 * without a path (a host alone, `*`) is the root, which is nobody's.
 */
function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path.startsWith('?') ? path : ''}`;
}

/** Express answers a target that it can't read in HTML, before any of our code runs: it is given paths only. */
export const withPath =
  (app: RequestListener): RequestListener =>
  (request, response) => {
    request.url = pathOf(request.url ?? '');
    app(request, response);
  };

/**
 * Node hands the socket of a CONNECT over instead of asking the app, and closes it silently when nobody takes
 * it. Nothing is tunnelled here, so the app refuses it like any other call.
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

/** Takes no new connection, lets calls in hand be answered, and closes each connection as soon as it has nothing to do. */
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
