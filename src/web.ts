import type { AddressInfo } from 'node:net';
import { withinDescriptors } from './http/bound-connections.js';
import { createHttpServer, drainServer } from './http/http-server.js';
import { openApi } from './api/open-api.js';
import { listen } from './platform/process/listen.js';
import { newProcessId } from './platform/redis/wake-text.js';
import { runProcess } from './platform/process/run-process.js';

/** The `web` process. It listens immediately, and answers 503 while a service is down. */
await runProcess('web', async (platform) => {
  const { settings, log } = platform;
  const api = openApi(platform, newProcessId());
  const { maxConnections, maxConnectionsPerAddress: mostOfAddress } = settings;
  const bounds = { most: withinDescriptors(maxConnections), ...(mostOfAddress && { mostOfAddress }) };
  const server = createHttpServer(api.app, log, {}, bounds);
  server.on('connection', (socket) => {
    api.connected(socket);
  });
  await listen(server, settings, 'PORT');
  log.info({ port: (server.address() as AddressInfo).port }, 'listening');
  return async () => {
    const drained = drainServer(server);
    api.endStreams();
    await drained;
    await api.close();
  };
});
