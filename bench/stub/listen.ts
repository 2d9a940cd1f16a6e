import type { AddressInfo, Server } from 'node:net';

/** Listens on a free port of this machine. */
export const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
