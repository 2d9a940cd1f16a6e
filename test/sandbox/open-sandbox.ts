import type { AddressInfo } from 'node:net';
import { createSandbox } from '../../sandbox/app.js';
import { DEFAULT_FILE, readFile } from '../../sandbox/file/read-file.js';
import type { SandboxFile } from '../../sandbox/party.js';

/**
 * A sandbox on a free port, the demo's unless `file` says otherwise. Its clock stands still until it is moved, unless it
 * is `'real'`.
 */
export async function openSandbox(file: SandboxFile = readFile(DEFAULT_FILE), time?: 'real') {
  let now = new Date('2026-11-21T12:00:00Z');
  const clock = () => (time === 'real' ? new Date() : now);
  const server = createSandbox(file, { clock }).listen(0, '127.0.0.1');
  // Kept ones would end while a busy machine holds the test up, and the next call with them.
  server.keepAliveTimeout = 0;
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method,
      redirect: 'manual',
      headers: { 'content-type': 'application/json', connection: 'close', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  return {
    url,
    call,
    post: (path: string, lastName: string, key: string) =>
      call('POST', path, { lead: { personal: { last_name: lastName } } }, { 'idempotency-key': key }),
    search: (handle: string, city: string) =>
      call('POST', `/partners/${handle}/match`, { lead: { address: { city } } }),
    received: async () => (await (await call('GET', '/received')).json()) as Record<string, unknown>[],
    advance: (ms: number) => (now = new Date(now.getTime() + ms)),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

export type OpenSandbox = Awaited<ReturnType<typeof openSandbox>>;
