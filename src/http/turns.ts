import type { Socket } from 'node:net';
import { unavailable } from './faults.js';

/** How calls take turns. */
export interface TurnBounds {
  /** While fewer have begun and nobody waits, a call begins at once: turns cost time, which only a burst is worth. */
  readonly atEase: number;
  /** Calls that have begun and not left. More than a process can begin while a service that is away is waited for. */
  readonly atOnce: number;
  /** Calls that wait. A further one is refused. */
  readonly waiting: number;
  /** Bytes of their bodies, together. */
  readonly bytes: number;
  /** How long a call waits, with the time before this process saw it. Routers give up after 30 s, and storing takes some. */
  readonly waitMs: number;
  /** For so many connections, one call begins. */
  readonly yields: number;
  /** Calls that begin in a turn that accepted no connection. Together they send fewer commands. */
  readonly together: number;
}

export const TURN_BOUNDS: TurnBounds = {
  atEase: 64,
  atOnce: 512,
  waiting: 10_000,
  bytes: 64 * 2 ** 20,
  waitMs: 20_000,
  yields: 4,
  together: 32,
};

/** Resolves when the call may begin. Throws UNAVAILABLE if too many calls wait, or it too long. `bytes`: of its body, which waits with it. */
export type Turn = (bytes: number) => Promise<void>;

/** The place of one call. */
export interface Place {
  /** For how many ms at most the call may have waited before this process saw it. */
  readonly waitedMs: number;
  readonly turn: Turn;
  /** The call has done its work. Calling this again changes nothing. */
  readonly leave: () => void;
}

export interface Turns {
  /** `socket`: where the call came. */
  place(socket: Socket): Place;
  /** A connection was accepted. */
  connected(socket: Socket): void;
  /** How many calls wait for their turn. */
  waiting(): number;
}

interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
}

/**
 * Lets calls begin in the order in which they came: at once while few have begun, else a few in each turn of the event loop.
 *
 * Node accepts one connection in each turn of the event loop (libuv since 1.45). If all calls went on as soon as they could,
 * a turn would take long in a burst, and further callers would not be accepted for many seconds. So a turn in which a
 * connection was accepted begins no call, but for one in `yields` of them.
 *
 * A connection that is accepted came after the last turn that found none, because each turn accepts the oldest one. So the
 * time since then is the most that its caller has waited.
 */
export function createTurns(bounds: TurnBounds = TURN_BOUNDS): Turns {
  const waiting: Waiting[] = [];
  let waitingBytes = 0;
  let inside = 0;
  let accepted = false;
  let scheduled = false;
  let yielded = 0;
  /** Since when each turn has accepted a connection. */
  let acceptingSince: number | undefined;
  const waited = new WeakMap<Socket, number>();

  const mayBegin = (): boolean => waiting.length > 0 && inside < bounds.atOnce;
  const schedule = (): void => {
    if (scheduled || !(mayBegin() || acceptingSince !== undefined)) return;
    scheduled = true;
    setImmediate(inThisTurn);
  };
  const inThisTurn = (): void => {
    scheduled = false;
    yielded = accepted ? yielded + 1 : 0;
    const most = !accepted ? bounds.together : yielded % bounds.yields === 0 ? 1 : 0;
    for (let begun = 0; begun < most && mayBegin(); begun += 1) beginNext();
    if (!accepted) acceptingSince = undefined;
    accepted = false;
    schedule();
  };
  const beginNext = (): void => {
    const next = waiting.shift();
    if (!next) return;
    waitingBytes -= next.bytes;
    inside += 1;
    next.begin();
  };

  return {
    place(socket) {
      let is: 'outside' | 'inside' | 'gone' = 'outside';
      const waitedMs = waited.get(socket) ?? 0;
      // A later call of the connection came when it was seen.
      waited.delete(socket);
      return {
        waitedMs,
        turn: (bytes) =>
          new Promise((resolve, reject) => {
            if (waiting.length >= bounds.waiting || waitingBytes + bytes > bounds.bytes) {
              reject(unavailable());
              return;
            }
            if (waiting.length === 0 && inside < Math.min(bounds.atEase, bounds.atOnce)) {
              is = 'inside';
              inside += 1;
              resolve();
              return;
            }
            const entry: Waiting = {
              bytes,
              begin() {
                clearTimeout(late);
                is = 'inside';
                resolve();
              },
            };
            const late = setTimeout(
              () => {
                waiting.splice(waiting.indexOf(entry), 1);
                waitingBytes -= bytes;
                reject(unavailable());
              },
              Math.max(0, bounds.waitMs - waitedMs),
            );
            waiting.push(entry);
            waitingBytes += bytes;
            schedule();
          }),
        leave() {
          if (is === 'inside') inside -= 1;
          is = 'gone';
          schedule();
        },
      };
    },
    connected(socket) {
      accepted = true;
      const now = performance.now();
      acceptingSince ??= now;
      waited.set(socket, now - acceptingSince);
      schedule();
    },
    waiting: () => waiting.length,
  };
}
