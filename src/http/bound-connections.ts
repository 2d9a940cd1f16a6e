import type { Server } from 'node:http';
import type { Log } from '../platform/process/logger.js';

/** How many connections a server may hold. */
export interface ConnectionBounds {
  /** The maximum in total. */
  readonly most: number;
  /** The maximum per address. Behind a load balancer, that is the balancer's address. Absent: `most`. */
  readonly mostOfAddress?: number;
}

/** File descriptors that stay free for services, files and the log. */
const OWN_DESCRIPTORS = 200;
const SAY_EVERY_MS = 10_000;

/** Reduces the bound so that file descriptors stay free for connections to services. Returns at least 1. */
export function withinDescriptors(most: number): number {
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft?: number | string } };
  };
  const descriptors = Number(userLimits?.open_files?.soft);
  if (!Number.isFinite(descriptors)) return most;
  return Math.max(1, Math.min(most, descriptors - OWN_DESCRIPTORS));
}

/** Immediately closes connections beyond the bounds. Logs this at most every 10 s. */
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
