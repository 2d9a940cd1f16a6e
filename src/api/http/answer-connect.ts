import { ServerResponse, type IncomingMessage, type RequestListener } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * Node hands the socket of a CONNECT over instead of asking the app, and closes it without a word when nobody takes
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
