import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Below what systems give to outgoing connections: a port here stays free while nobody listens on it. Two ranges, so
 * that no process gets the port of a proxy that is away for the moment.
 */
const OF_PROXIES = [20_000, 26_000] as const;
const OF_PROCESSES = [26_000, 32_000] as const;

/** Of this process's tests, each once: one that is left for the moment, or that a process is about to take, is nobody else's. */
const given = new Set<number>();

/** Listens on 127.0.0.1, on a port that can be left and taken again later. The port. */
export async function listenQuietly(
  server: Server,
  [lowest, end]: readonly [number, number] = OF_PROXIES,
): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, end);
    if (given.has(port)) continue;
    given.add(port);
    try {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
}

/** A port for a process that is about to start. */
export async function quietPort(): Promise<number> {
  const server = createServer();
  const port = await listenQuietly(server, OF_PROCESSES);
  server.close();
  await once(server, 'close');
  return port;
}
