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

/** Time limits for senders. Idle connections are kept longer than a load balancer keeps them, so that it never hits a closed one. */
const TIMES = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
};

/** A connection without traffic for this long is closed. It is longer than the wait for any answer. */
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
  // Without this, Node answers a missing Host itself, without an envelope. No route uses it.
  const server = createServer({ ...TIMES, ...times, requireHostHeader: false }, listener);
  server.on('clientError', answerClientError(log));
  // The same for an unknown `Expect`.
  server.on('checkExpectation', listener);
  server.on('connect', answerConnect(withPath(app)));
  server.setTimeout(SILENCE_MS);
  if (bounds) boundConnections(server, bounds, log);
  return server;
}

/**
 * The path and query of a request's target: the target itself, or what follows the host in an absolute address. A target
 * without a path (a host alone, `*`) becomes the root, which has no route.
 */
function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path.startsWith('?') ? path : ''}`;
}

/** Passes only paths to Express: it answers a target that it cannot parse in HTML, before any of our code runs. */
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

/** Accepts no new connection, lets calls in progress finish, and closes each connection as soon as it is idle. */
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
