import { createServer } from 'node:net';

/** Throws a one-sentence error if the port is in use, before anything is started or applied. */
export async function requireFreePort(
  setting: 'PORT' | 'CONSOLE_PORT',
  port: number,
  host = '127.0.0.1',
): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', () => {
      reject(new Error(`${setting} ${port} is in use: another npm start? Stop it, or set ${setting}`));
    });
    server.listen(port, host === '' ? '127.0.0.1' : host, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}
