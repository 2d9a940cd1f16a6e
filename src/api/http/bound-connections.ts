import type { Server } from 'node:http';
import type { Log } from '../../platform/process/logger.js';

/** How many connections a server holds. */
export interface ConnectionBounds {
  /** In all. */
  readonly most: number;
  /** Of one address, the balancer's where there is one; absent: as many as in all. */
  readonly mostOfAddress?: number;
}

/** Descriptors that are left for services, files and the log. */
const OWN_DESCRIPTORS = 200;
const SAY_EVERY_MS = 10_000;

/** Leaves file descriptors free for connections to the services. Returns a bound of at least 1. */
export function withinDescriptors(most: number): number {
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft?: number | string } };
  };
  const descriptors = Number(userLimits?.open_files?.soft);
  if (!Number.isFinite(descriptors)) return most;
  return Math.max(1, Math.min(most, descriptors - OWN_DESCRIPTORS));
}

/** Closes connections beyond the bounds immediately, and logs that at most every 10 s. */
export function boundConnections(server: Server, { most, mostOfAddress }: ConnectionBounds, log: Log): void {
  const open = new Map<string, number>();
  let saidAt = -Infinity;
  const say = (bound: string): void => {
    if (performance.now() - saidAt < SAY_EVERY_MS) return;
    saidAt = performance.now();
    log.warn({ bound }, 'more connections than are allowed: new ones are closed');
  };
  server.maxConnections = most;
  server.on('drop', () => {
    say('MAX_CONNECTIONS');
  });
  if (mostOfAddress === undefined) return;
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (open.get(address) ?? 0) + 1;
    if (count > mostOfAddress) {
      say('MAX_CONNECTIONS_PER_ADDRESS');
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}
