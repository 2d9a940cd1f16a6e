import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { whyUnready } from '../../scripts/processes/wait-ready.js';
import { mastersOf } from '../../src/platform/redis/cluster-masters.js';
import { serverOf, type Fault, type FaultKind } from '../plan/faults.js';
import type { Member } from './fleet.js';
import type { Environment } from './environment.js';
import type { Part } from './server.js';

/** A fault that happened, for the report. */
export interface Done {
  /** Seconds after the start. */
  readonly at: number;
  readonly kind: FaultKind;
  /** `submit-1`, `redis`, `postgres+ferretdb`. */
  readonly what: string;
  readonly from: Date;
  /** When the target worked again. */
  until?: Date;
}

export interface BreakOptions {
  readonly environment: Environment;
  readonly faults: Iterable<Fault>;
  /** Aborted when the load has ended: no new fault starts, and everything that is down comes back. */
  readonly over: AbortSignal;
  readonly onDone: (done: Done) => void;
}

const MAX_DOWN = 2;
const LOOK_MS = 250;

/**
 * Causes faults until `over`, one after another and some at once; then everything runs again. Rejects if something does
 * not come back.
 */
export async function breakThings({ environment, faults, over, onDone }: BreakOptions): Promise<void> {
  const began = performance.now();
  const recovering: Promise<void>[] = [];
  const failures: unknown[] = [];
  const snapshots = createSnapshots(environment);
  const away = new Set<string>();
  const comingBack = new Set<Member>();
  /** Targets that are down: at most two at once, or a slow machine would do nothing else. */
  const down = new Set<Promise<void>>();
  for (const fault of faults) {
    await rest(fault.after_ms, over);
    while (down.size >= MAX_DOWN && !over.aborted) await Promise.race([...down, rest(LOOK_MS, over)]);
    if (over.aborted || failures.length > 0) break;
    const server = serverOf(fault.kind);
    // The faults of one server work on the same files, so while it is down its next fault is skipped.
    if (server !== undefined && away.has(server)) continue;
    if (!away.has('redis')) snapshots.take();
    const hit = strike(environment, fault, snapshots, { over, comingBack });
    if (!hit) continue;
    const at = Math.round((performance.now() - began) / 100) / 10;
    const done: Done = { at, kind: fault.kind, what: hit.what, from: new Date() };
    onDone(done);
    if (server !== undefined) away.add(server);
    const recovered = hit.recovered.then(() => {
      done.until = new Date();
      if (server !== undefined) away.delete(server);
    });
    recovered.catch((error: unknown) => failures.push(error));
    recovering.push(recovered);
    if (fault.kind.startsWith('stop')) continue;
    const gone = recovered.catch(() => undefined).finally(() => down.delete(gone));
    down.add(gone);
  }
  await Promise.all(recovering);
}

/** In a cluster, each master loses its data. One that is away keeps its own. */
async function flushAll({ redis }: Environment): Promise<void> {
  await Promise.allSettled(mastersOf(redis).map((master) => master.flushall()));
}

interface Hit {
  readonly what: string;
  /** Settles when the target works again. */
  readonly recovered: Promise<void>;
}

function strike(
  environment: Environment,
  fault: Fault,
  snapshots: Snapshots,
  { over, comingBack }: Comings,
): Hit | undefined {
  const { kind, for_ms, which } = fault;
  const [redis] = environment.servers.redis.parts;
  switch (kind) {
    case 'kill_web':
    case 'kill_worker':
    case 'stop_web':
    case 'stop_worker': {
      const role = kind.endsWith('web') ? 'web' : 'worker';
      const running = environment.fleet.members.filter(
        (one) => one.role === role && one.state() === 'running' && !comingBack.has(one),
      );
      const member = running[Math.floor(which * running.length)];
      if (!member) return undefined;
      const recovered = kind.startsWith('kill')
        ? killed(member, for_ms, { over, comingBack })
        : stopped(member, for_ms, over);
      return { what: member.name, recovered };
    }
    case 'redis_failover': {
      const { failOver } = environment.servers;
      return failOver && { what: 'redis', recovered: overAndBack(failOver, fault, over) };
    }
    case 'redis_flushall':
      return { what: 'redis', recovered: flushAll(environment) };
    case 'redis_kill':
      return redis && { what: redis.name, recovered: broken([redis], for_ms, over) };
    case 'redis_old_snapshot':
      return (
        redis && {
          what: redis.name,
          recovered: broken([redis], for_ms, over, () => {
            snapshots.requeue();
          }),
        }
      );
    case 'mongo_kill': {
      const { parts } = environment.servers.mongo;
      // Each of them separately, or all at once.
      const choices = parts.length > 1 ? [...parts.map((part) => [part]), parts] : [parts];
      const chosen = choices[Math.floor(which * choices.length)] ?? parts;
      return { what: chosen.map(({ name }) => name).join('+'), recovered: broken(chosen, for_ms, over) };
    }
  }
}

interface Comings {
  readonly over: AbortSignal;
  /** A process that is not ready after its restart does nothing that a fault could break. */
  readonly comingBack: Set<Member>;
}

async function killed(member: Member, forMs: number, { over, comingBack }: Comings): Promise<void> {
  comingBack.add(member);
  await member.kill();
  await rest(forMs, over);
  member.start();
  while (!over.aborted && (await whyUnready(member.url)) !== undefined) await rest(LOOK_MS, over);
  comingBack.delete(member);
}

async function stopped(member: Member, forMs: number, over: AbortSignal): Promise<void> {
  member.stop();
  await rest(forMs, over);
  member.goOn();
}

async function broken(
  parts: readonly Part[],
  forMs: number,
  over: AbortSignal,
  meanwhile: () => void = () => undefined,
): Promise<void> {
  await Promise.all(parts.map((part) => part.kill()));
  meanwhile();
  await rest(forMs, over);
  for (const part of parts) await part.restart();
}

/** Promotes the replica, and after a while the first server again, with the other's data or older data. */
async function overAndBack(
  failOver: NonNullable<Environment['servers']['failOver']>,
  { for_ms: lag_ms, which }: Fault,
  over: AbortSignal,
): Promise<void> {
  await failOver({ lag_ms, kill: which < 0.5 });
  await rest(lag_ms, over);
  await failOver({ lag_ms, kill: which < 0.25 });
}

interface Snapshots {
  /** Copies Redis's files, unless a copy that was not restored yet exists: that one becomes older. */
  take(): void;
  requeue(): void;
}

/** A backup of a running Redis: its append-only files at one moment. Redis accepts a truncated end. */
function createSnapshots({ servers }: Environment): Snapshots {
  const [redis] = servers.redis.parts;
  const copy = join(servers.dir, 'redis-snapshot');
  return {
    take() {
      if (!redis || existsSync(copy)) return;
      try {
        cpSync(redis.dataDir, copy, { recursive: true });
      } catch {
        // A temporary file was gone before it was copied. The next fault tries again.
        rmSync(copy, { recursive: true, force: true });
      }
    },
    requeue() {
      if (!redis || !existsSync(copy)) return;
      rmSync(redis.dataDir, { recursive: true });
      cpSync(copy, redis.dataDir, { recursive: true });
      rmSync(copy, { recursive: true });
    },
  };
}

/** Waits for the given time, or until `over`. */
const rest = (ms: number, over: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal: over }).catch(() => undefined);
