import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, FaultKind } from '../plan/faults.js';
import type { Member } from './fleet.js';
import type { Place } from './place.js';
import type { Part } from './servers.js';

/** A fault that was done, for the report. */
export interface Done {
  /** Seconds after the beginning. */
  readonly at: number;
  readonly kind: FaultKind;
  readonly what: string;
}

export interface BreakOptions {
  readonly place: Place;
  readonly faults: Iterable<Fault>;
  /** Aborted when the load has ended: no new fault then, and everything that is away comes back. */
  readonly over: AbortSignal;
  readonly onDone: (done: Done) => void;
}

/** Lets one fault after another happen until it is over; then everything runs again. Rejects when something does not come back. */
export async function breakThings({ place, faults, over, onDone }: BreakOptions): Promise<void> {
  const began = performance.now();
  const recovering: Promise<void>[] = [];
  const snapshots = createSnapshots(place);
  for (const fault of faults) {
    await rest(fault.after_ms, over);
    if (over.aborted) break;
    snapshots.take();
    const hit = strike(place, fault, snapshots, over);
    if (!hit) continue;
    onDone({ at: Math.round((performance.now() - began) / 100) / 10, kind: fault.kind, what: hit.what });
    const recovered = hit.recovered;
    recovered.catch(() => undefined);
    recovering.push(recovered);
    // Servers are broken one at a time: their faults work on the same files.
    if (!fault.kind.includes('_w')) await recovered;
  }
  await Promise.all(recovering);
}

interface Hit {
  readonly what: string;
  /** Settles when what was hit works again. */
  readonly recovered: Promise<void>;
}

function strike(place: Place, fault: Fault, snapshots: Snapshots, over: AbortSignal): Hit | undefined {
  const { kind, for_ms, which } = fault;
  const [redis] = place.servers.redis.parts;
  switch (kind) {
    case 'kill_web':
    case 'kill_worker':
    case 'stop_web':
    case 'stop_worker': {
      const role = kind.endsWith('web') ? 'web' : 'worker';
      const running = place.fleet.members.filter((one) => one.role === role && one.state() === 'running');
      const member = running[Math.floor(which * running.length)];
      if (!member) return undefined;
      const happen = kind.startsWith('kill') ? killed : stopped;
      return { what: member.name, recovered: happen(member, for_ms, over) };
    }
    case 'redis_flushall':
      return { what: 'redis', recovered: place.redis.flushall().then(() => undefined) };
    case 'redis_kill':
      return redis && { what: redis.name, recovered: broken([redis], for_ms, over) };
    case 'redis_old_snapshot':
      return (
        redis && {
          what: redis.name,
          recovered: broken([redis], for_ms, over, () => {
            snapshots.putBack();
          }),
        }
      );
    case 'mongo_kill': {
      const { parts } = place.servers.mongo;
      // Each of them alone, or all at once.
      const choices = parts.length > 1 ? [...parts.map((part) => [part]), parts] : [parts];
      const chosen = choices[Math.floor(which * choices.length)] ?? parts;
      return { what: chosen.map(({ name }) => name).join('+'), recovered: broken(chosen, for_ms, over) };
    }
  }
}

async function killed(member: Member, forMs: number, over: AbortSignal): Promise<void> {
  await member.kill();
  await rest(forMs, over);
  member.start();
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

interface Snapshots {
  /** Copies Redis's files, unless there is a copy that was not put back yet: it grows old. */
  take(): void;
  putBack(): void;
}

/** What a backup of a running Redis is: its append-only files at some moment. A cut end is what it expects. */
function createSnapshots({ servers }: Place): Snapshots {
  const [redis] = servers.redis.parts;
  const copy = join(servers.dir, 'redis-snapshot');
  return {
    take() {
      if (!redis || existsSync(copy)) return;
      try {
        cpSync(redis.dataDir, copy, { recursive: true });
      } catch {
        // A temporary file that was there no more when its turn came. The next fault finds another moment.
        rmSync(copy, { recursive: true, force: true });
      }
    },
    putBack() {
      if (!redis || !existsSync(copy)) return;
      rmSync(redis.dataDir, { recursive: true });
      cpSync(copy, redis.dataDir, { recursive: true });
      rmSync(copy, { recursive: true });
    },
  };
}

/** Waits, or until it is over. */
const rest = (ms: number, over: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal: over }).catch(() => undefined);
