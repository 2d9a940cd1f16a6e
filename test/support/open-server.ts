import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OpenServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Has a server listen on a free port; closing ends its connections too. */
export async function openServer(server: Server): Promise<OpenServer> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
