import type { AddressInfo } from 'node:net';
import { withinDescriptors } from './http/bound-connections.js';
import { createHttpServer, drainServer } from './http/http-server.js';
import { startAlerts } from './operator-api/open-alerts.js';
import { openOperatorApi } from './operator-api/open-operator-api.js';
import { loopbackNote } from './platform/process/listen-settings.js';
import { listen } from './platform/process/listen.js';
import { runProcess } from './platform/process/run-process.js';

/** The `console` process, which serves the operator API and evaluates the alerts. It listens immediately, and answers 503 while a service is down. */
await runProcess('console', async (platform) => {
  const { settings, log } = platform;
  const { maxConnections, maxConnectionsPerAddress: mostOfAddress } = settings;
  const bounds = { most: withinDescriptors(maxConnections), ...(mostOfAddress && { mostOfAddress }) };
  const server = createHttpServer(openOperatorApi(platform), log, {}, bounds);
  const isWeb = settings.webServes === 'console';
  const { port, host } = isWeb ? settings : { port: settings.consolePort, host: settings.consoleHost };
  await listen(server, { port, host }, isWeb ? 'PORT' : 'CONSOLE_PORT');
  log.info({ host, port: (server.address() as AddressInfo).port }, 'listening');
  const note = isWeb ? loopbackNote(settings, process.env) : undefined;
  if (note !== undefined) log.warn(note);
  const endAlerts = startAlerts(platform);
  return async () => {
    await drainServer(server);
    await endAlerts();
  };
});
