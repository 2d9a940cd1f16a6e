import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { withinDescriptors } from './http/bound-connections.js';
import { createHttpServer, drainServer } from './http/http-server.js';
import { openApi } from './api/open-api.js';
import { loopbackNote } from './platform/process/listen-settings.js';
import { listen } from './platform/process/listen.js';
import { runProcess } from './platform/process/run-process.js';

/** The `web` process. It listens immediately, and answers 503 while a service is down. */
async function runWeb(): Promise<void> {
  await runProcess('web', async (platform) => {
    const { settings, log } = platform;
    const api = openApi(platform, randomUUID());
    const { maxConnections, maxConnectionsPerAddress: mostOfAddress, host } = settings;
    const bounds = { most: withinDescriptors(maxConnections), ...(mostOfAddress && { mostOfAddress }) };
    const server = createHttpServer(api.app, log, {}, bounds);
    server.on('connection', (socket) => {
      api.connected(socket);
    });
    await listen(server, settings, 'PORT');
    log.info({ host, port: (server.address() as AddressInfo).port }, 'listening');
    const note = loopbackNote(settings, process.env);
    if (note !== undefined) log.warn(note);
    return async () => {
      const drained = drainServer(server);
      api.endStreams();
      await drained;
      await api.close();
    };
  });
}

// A platform that leads to `web` alone has the console as the `web` of a second app (docs/platforms.md).
if (process.env['WEB_SERVES'] === 'console') await import('./console.js');
else await runWeb();
