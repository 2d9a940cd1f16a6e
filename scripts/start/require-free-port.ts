import { createServer } from 'node:net';

/** Throws a one-sentence error if the port is in use, before anything is started or applied. */
export async function requireFreePort(port: number, host = '127.0.0.1'): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', () => {
      reject(new Error(`PORT ${port} is in use: another npm start? Stop it, or set PORT`));
    });
    server.listen(port, host === '' ? '127.0.0.1' : host, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}
