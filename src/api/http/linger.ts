import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long and how much a sender may go on after it was refused. */
const LINGER_MS = 2_000;
const LINGER_BYTES = 256 * 1024;
const LOOK_MS = 50;

const lingering = new WeakSet<Socket>();

/** Whether a connection only waits for its sender to hear the last answer: what it asks now is not handled. */
export const isLingering = (socket: Socket): boolean => lingering.has(socket);

/** Whether more of the request's body may come. */
export const isBodyOpen = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/**
 * To be called before a request is answered whose body nobody will read: its connection is closed after the answer,
 * and not at once. With bytes left unread the kernel would send a reset, over which the answer can be lost; so a
 * little of what comes is thrown away for a little while.
 */
export function closeAfter(response: ServerResponse): void {
  const { socket } = response.req;
  response.setHeader('Connection', 'close');
  // What Node calls after the last answer of a connection.
  socket.destroySoon = () => {
    if (lingering.has(socket)) return;
    lingering.add(socket);
    const until = performance.now() + LINGER_MS;
    const mostBytes = socket.bytesRead + LINGER_BYTES;
    socket.end();
    const timer = setInterval(() => {
      if (performance.now() >= until || socket.bytesRead > mostBytes) socket.destroy();
    }, LOOK_MS);
    socket.once('close', () => {
      clearInterval(timer);
    });
  };
}
