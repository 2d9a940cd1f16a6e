import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** For how long, and how many bytes, a sender may go on after a refusal. */
const LINGER_MS = 2_000;
const LINGER_BYTES = 256 * 1024;
const LOOK_MS = 50;

const lingering = new WeakSet<Socket>();

/** Whether a connection only waits for its sender to receive the last answer. Further requests on it are not handled. */
export const isLingering = (socket: Socket): boolean => lingering.has(socket);

/** Whether more of the request's body may come. */
export const isBodyOpen = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/**
 * Call this before you answer a request whose body is not read. The connection is closed after the answer, with a delay:
 * if bytes are left unread, the kernel sends a reset and the answer can be lost. So for a short time, a limited number of
 * incoming bytes is read and discarded.
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
