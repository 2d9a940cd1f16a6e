import { Redis } from 'ioredis';
import { join } from 'node:path';
import { installed, loadScripts, wayOf } from '../../chaos/place/servers.js';
import { quietPort } from '../../chaos/place/quiet-port.js';

export interface OwnRedis {
  /** In the order of their start. Whatever is done to them, nobody else has them. */
  readonly servers: readonly Redis[];
  close(): Promise<void>;
}

/**
 * Real Redis servers of a test's own, without any data, found as `npm test` found its own; by whatever way works here
 * where that was given an address.
 */
export async function startOwnRedis(count: number): Promise<OwnRedis> {
  const { openGuard, makePrivateDir, startRestartable } = await loadScripts();
  const guard = openGuard();
  const dir = makePrivateDir(process.env);
  guard.throwAway(dir);
  const way = wayOf('redis', process.env);
  const isOwn = way !== undefined && way !== 'url' && way !== 'docker';
  const env = { ...process.env, ...(isOwn ? { LEADKEEP_SERVICES: way } : {}) };
  const { signal } = new AbortController();
  const log = (): void => undefined;
  const starting = Array.from({ length: count }, (_, i) =>
    startRestartable('redis', {
      ...{
        mode: 'private',
        dir: join(dir, String(i)),
        env,
        log,
        guard,
        signal,
        pickPort: quietPort,
        installed,
      },
    }),
  );
  const started = await Promise.all(starting);
  const servers = started.map(({ url }) => new Redis(url));
  // By default a master waits five seconds for further replicas.
  for (const redis of servers) await redis.config('SET', 'repl-diskless-sync-delay', 0);
  return {
    servers,
    async close() {
      for (const redis of servers) redis.disconnect();
      await Promise.all(started.map((server) => server.stop()));
      await guard.close();
    },
  };
}
