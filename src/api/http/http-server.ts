import { createServer, type RequestListener, type Server } from 'node:http';
import type { Log } from '../../platform/process/logger.js';
import { answerConnect } from './answer-connect.js';
import { boundConnections, type ConnectionBounds } from './bound-connections.js';
import { boundPipeline } from './bound-pipeline.js';
import { answerClientError } from './client-error.js';
import { withPath } from './with-path.js';

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
