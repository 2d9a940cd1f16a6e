import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isLingering } from './linger.js';

/** How many requests of one connection are handled at once. Other pipelined requests wait; answers keep their order. */
const HANDLED_AT_ONCE = 8;

/**
 * All requests in one read of the socket are parsed before the socket can be paused, so they must wait in memory. A
 * connection is closed if more than MAX_WAITING of its requests would wait, or MAX_WAITING_IN_ALL in total.
 */
const MAX_WAITING = 1_000;
const MAX_WAITING_IN_ALL = 10_000;

interface Connection {
  readonly handled: Set<ServerResponse>;
  readonly waiting: (readonly [IncomingMessage, ServerResponse])[];
}

/**
 * Limits how many requests of a connection are handled at the same time; Node alone would pass on all of them. Other
 * parsed requests wait, and the socket is not read until all of them have begun.
 *
 * When the sender closes the connection, Node destroys only the response that is next to be written, and emits `close` on
 * it. Here every response is destroyed and gets the event, so that nothing is kept for a closed connection.
 */
export function boundPipeline(handle: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, Connection>();
  let waitingInAll = 0;

  const begin = (
    socket: Socket,
    connection: Connection,
    request: IncomingMessage,
    response: ServerResponse,
  ) => {
    connection.handled.add(response);
    response.once('close', () => {
      connection.handled.delete(response);
      goOn(socket, connection);
    });
    handle(request, response);
  };

  const goOn = (socket: Socket, connection: Connection): void => {
    const { handled, waiting } = connection;
    if (waiting.length === 0 || socket.destroyed) return;
    while (handled.size < HANDLED_AT_ONCE) {
      const next = waiting.shift();
      if (!next) break;
      waitingInAll -= 1;
      begin(socket, connection, ...next);
    }
    if (waiting.length === 0) socket.resume();
  };

  const open = (socket: Socket): Connection => {
    const connection: Connection = { handled: new Set(), waiting: [] };
    connections.set(socket, connection);
    // Node resumes a socket itself after it has read a whole request.
    socket.on('resume', () => {
      if (connection.waiting.length > 0) socket.pause();
    });
    socket.once('close', () => {
      waitingInAll -= connection.waiting.splice(0).length;
      for (const response of connection.handled)
        if (response.socket === null && !response.writableFinished) {
          // A handler that listens only after the event, behind an `await`, sees `destroyed`.
          response.destroy();
          response.emit('close');
        }
    });
    return connection;
  };

  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed || isLingering(socket)) return;
    const connection = connections.get(socket) ?? open(socket);
    if (connection.handled.size < HANDLED_AT_ONCE && connection.waiting.length === 0) {
      begin(socket, connection, request, response);
      return;
    }
    if (connection.waiting.length >= MAX_WAITING || waitingInAll >= MAX_WAITING_IN_ALL) {
      socket.destroy();
      return;
    }
    connection.waiting.push([request, response]);
    waitingInAll += 1;
    socket.pause();
  };
}
