import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** One request without a body, as it stands on the wire. */
export const get = (path: string, ...headers: readonly string[]): string =>
  `${[`GET ${path} HTTP/1.1`, 'Host: leadkeep', ...headers].join('\r\n')}\r\n\r\n`;

/** An open connection; what goes wrong on it is the attacked server's right. */
export async function open(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

const closeOf = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve));

/** Writes many requests at once, waits for the first bytes of an answer, and leaves without reading the rest. */
export async function sendAndLeave(url: string, path: string, times: number): Promise<void> {
  const socket = await open(url);
  const heard = Promise.race([once(socket, 'data').catch(() => undefined), closeOf(socket)]);
  socket.write(get(path).repeat(times));
  await heard;
  socket.pause();
  socket.destroy();
}

/** Writes many requests at once and reads the answers' status lines until all are there or the connection ends. */
export async function sendAndRead(url: string, path: string, times: number): Promise<number[]> {
  const socket = await open(url);
  const statuses: number[] = [];
  let rest = '';
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    rest += text;
    for (const [, status] of rest.matchAll(/HTTP\/1\.1 (\d{3}) /g)) statuses.push(Number(status));
    // A status line may be cut at the end of a chunk.
    const cut = rest.lastIndexOf('HTTP/1.1');
    rest = cut >= 0 && rest.length - cut < 13 ? rest.slice(cut) : rest.slice(-8).replaceAll(/^.*\s/gs, '');
    if (statuses.length >= times) socket.destroy();
  });
  const closed = closeOf(socket);
  socket.write(get(path).repeat(times));
  await closed;
  return statuses;
}
