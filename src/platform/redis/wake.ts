import type { Redis } from 'ioredis';
import type { Wake } from '../../app/ports/queues.js';
import type { Waiters } from '../../app/ports/waiters.js';
import { guardOutages } from '../process/outage.js';

/** A wake-up that takes longer is given up: the waiting call has a time limit of its own. */
const PUBLISH_LIMIT_MS = 500;

/** A subscription is asked for again so often: no answer comes over a connection that died silently. */
const SUBSCRIBE_AGAIN_MS = 5_000;

const channelOf = (prefix: string, processId: string): string => `${prefix}:wake:${processId}`;

/** Tells one web process that a record has moved. Never throws: the waiting call reads the record itself when its time is up. */
export function createWake(redis: Redis, prefix: string): Wake {
  const publisher = guardOutages(
    'Redis',
    { publish: (channel: string, id: string) => redis.publish(channel, id) },
    PUBLISH_LIMIT_MS,
  );
  return {
    async wake(replyTo, id) {
      // Not kept for a Redis that comes back: nobody waits that long.
      if (redis.status !== 'ready') return;
      await publisher.publish(channelOf(prefix, replyTo), id).catch(() => undefined);
    },
  };
}

/**
 * One subscription for the process and a map of who waits. `subscriber`: a connection for this alone. When Redis
 * drops it, wake-ups are lost and waiters time out; the subscription is made anew with every connection.
 */
export function createWaiters(subscriber: Redis, prefix: string, processId: string): Waiters {
  const channel = channelOf(prefix, processId);
  const waiting = new Map<string, Set<(end: 'woken' | 'timeout') => void>>();
  let firstReady!: () => void;
  const ready = new Promise<void>((resolve) => {
    firstReady = resolve;
  });

  const subscribe = (): void => {
    // A connection lost meanwhile is followed by another 'ready'.
    subscriber.subscribe(channel).then(firstReady, () => undefined);
  };
  const endAll = (ids: Iterable<string>, end: 'woken' | 'timeout'): void => {
    for (const id of ids) for (const settle of waiting.get(id) ?? []) settle(end);
  };
  const onMessage = (from: string, id: string): void => {
    if (from === channel) endAll([id], 'woken');
  };
  subscriber.on('ready', subscribe);
  subscriber.on('message', onMessage);
  const subscribeNow = (): void => {
    if (subscriber.status === 'ready') subscribe();
  };
  subscribeNow();
  const again = setInterval(subscribeNow, SUBSCRIBE_AGAIN_MS);

  return {
    wait(id, timeoutMs) {
      let settle!: (end: 'woken' | 'timeout') => void;
      const promise = new Promise<'woken' | 'timeout'>((resolve) => {
        const timer = setTimeout(() => {
          settle('timeout');
        }, timeoutMs);
        settle = (end) => {
          clearTimeout(timer);
          forget(waiting, id, settle);
          resolve(end);
        };
      });
      waiting.set(id, (waiting.get(id) ?? new Set()).add(settle));
      return {
        promise,
        cancel: () => {
          settle('timeout');
        },
      };
    },
    ready: () => ready,
    close() {
      clearInterval(again);
      subscriber.off('ready', subscribe);
      subscriber.off('message', onMessage);
      endAll([...waiting.keys()], 'timeout');
      // Not waited for: a Redis that hangs must not hold a shutdown up.
      if (subscriber.status === 'ready') subscriber.unsubscribe(channel).catch(() => undefined);
      return Promise.resolve();
    },
  };
}

function forget<T>(waiting: Map<string, Set<T>>, id: string, settle: T): void {
  const others = waiting.get(id);
  others?.delete(settle);
  if (others?.size === 0) waiting.delete(id);
}
