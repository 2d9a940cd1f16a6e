import type { Server } from 'node:http';

const LOOK_EVERY_MS = 50;

/** Takes no new connection, lets calls in hand be answered, and closes each connection as soon as it has nothing to do. */
export const drainServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const timer = setInterval(() => {
      server.closeIdleConnections();
    }, LOOK_EVERY_MS);
    server.close(() => {
      clearInterval(timer);
      resolve();
    });
  });
