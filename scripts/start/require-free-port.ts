import { createServer } from 'node:net';

const MOST = 65_535;

/** Throws a one-sentence error if the port is in use or can't be had, before anything is started or applied. */
export async function requireFreePort(
  setting: 'PORT' | 'CONSOLE_PORT',
  port: number,
  host = '127.0.0.1',
): Promise<void> {
  if (!Number.isInteger(port) || port < 0 || port > MOST)
    throw new Error(`${setting} must be a whole number from 0 to ${MOST}`);
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    const at = host === '' ? '127.0.0.1' : host;
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      const why =
        code === 'EADDRINUSE'
          ? `is in use: another npm start? Stop it, or set ${setting}`
          : `of ${at} can not be listened on (${code ?? 'error'})`;
      reject(new Error(`${setting} ${port} ${why}`));
    });
    server.listen(port, at, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}
