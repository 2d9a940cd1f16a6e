import { Redis } from 'ioredis';
import { until } from './until.js';
import { join } from 'node:path';
import { installed, loadScripts, wayOf } from '../../chaos/environment/servers.js';
import { quietPort } from '../../chaos/environment/quiet-port.js';

export interface OwnRedis {
  /** In the order of their start. Whatever is done to them, nobody else has them. */
  readonly servers: readonly Redis[];
  /** Ends the server with a snapshot of its data, does something, and starts it again with that. */
  readonly restarted: (server: Redis, meanwhile: () => Promise<unknown>) => Promise<void>;
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
  for (const redis of servers) await withoutDelay(redis);
  return {
    servers,
    async restarted(server, meanwhile) {
      const [part] = started[servers.indexOf(server)]!.parts;
      // It saves for a replica until then.
      await until(async () => (await server.save().catch(() => '')) === 'OK', 'the data is saved');
      await part!.kill();
      await meanwhile();
      await part!.restart();
      await withoutDelay(server);
    },
    async close() {
      for (const redis of servers) redis.disconnect();
      await Promise.all(started.map((server) => server.stop()));
      await guard.close();
    },
  };
}

/** By default a master waits five seconds for further replicas. */
const withoutDelay = (redis: Redis) => redis.config('SET', 'repl-diskless-sync-delay', 0);

/** Waits until so many replicas have all that was written to their master over this connection. */
export const replicated = (master: Redis, replicas = 1): Promise<void> =>
  until(
    async () => (await master.wait(replicas, 1_000)) >= replicas,
    'the replicas have all that was written',
  );
