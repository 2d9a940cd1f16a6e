import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long, and how many bytes, a sender may still send after a refusal. */
const LINGER_MS = 2_000;
const LINGER_BYTES = 256 * 1024;
const LOOK_MS = 50;

const lingering = new WeakSet<Socket>();

/** Whether a connection only stays open for its sender to receive the last answer. New requests on it are ignored. */
export const isLingering = (socket: Socket): boolean => lingering.has(socket);

/** Whether more of the request's body may arrive. */
export const isBodyOpen = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/**
 * Call this before you answer a request whose body is not read. The connection then closes shortly after the answer. If
 * bytes were left unread, the kernel would send a reset, and the answer could be lost. So a limited number of incoming
 * bytes is read and discarded for a short time.
 */
export function closeAfter(response: ServerResponse): void {
  const { socket } = response.req;
  response.setHeader('Connection', 'close');
  // Node calls this after the last answer of a connection.
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
