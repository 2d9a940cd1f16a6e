import type { Redis } from 'ioredis';
import { ALL_STREAMS, type Wake } from '../../app/ports/queues.js';
import type { WaitEnd, Waiters } from '../../app/ports/waiters.js';
import { guardOutages } from '../process/outage.js';
import { readWakeMessage, wakeMessage, type KnownTerms } from './news-text.js';

/** A longer wake-up call is abandoned. The waiting call has its own time limit. */
const PUBLISH_LIMIT_MS = 500;

/**
 * How often to renew the subscription. On a connection that died silently, the renewal gets no answer, so the
 * connection is replaced.
 */
const SUBSCRIBE_AGAIN_MS = 5_000;

const channelOf = (prefix: string, processId: string): string => `${prefix}:wake:${processId}`;

/**
 * Notifies one web process that a record has changed. Never throws: when its time is up, the waiting call reads the
 * record.
 */
export function createWake(redis: Redis, prefix: string): Wake {
  const publisher = guardOutages(
    'Redis',
    { publish: (channel: string, id: string) => redis.publish(channel, id) },
    PUBLISH_LIMIT_MS,
  );
  return {
    async wake(replyTo, id, news) {
      // Don't keep the wake-up until Redis returns. The caller does not wait that long.
      if (redis.status !== 'ready') return;
      await publisher
        .publish(channelOf(prefix, replyTo), wakeMessage(replyTo, id, news))
        .catch(() => undefined);
    },
  };
}

/**
 * One subscription for the process, and a map of the waiting calls. `subscriber` is a connection for this alone. If
 * Redis drops it, wake-ups are lost and waiting calls time out. Every new connection subscribes again. `known`: news of
 * a search name terms by their ids.
 */
export function createWaiters(
  subscriber: Redis,
  prefix: string,
  processId: string,
  known: KnownTerms,
): Waiters {
  const channel = channelOf(prefix, processId);
  const changes = channelOf(prefix, ALL_STREAMS);
  const watching = new Map<string, Set<() => void>>();
  const waiting = new Map<string, Set<(end: WaitEnd) => void>>();
  let firstReady!: () => void;
  const ready = new Promise<void>((resolve) => {
    firstReady = resolve;
  });

  const subscribe = (): void => {
    // If the connection is lost meanwhile, the next 'ready' subscribes again.
    subscriber.subscribe(channel, changes).then(firstReady, () => undefined);
  };
  /** What was published while there was no connection is lost. */
  const onReady = (): void => {
    subscribe();
    for (const watchers of [...watching.values()]) for (const changed of watchers) changed();
  };
  const endAll = (ids: Iterable<string>, end: WaitEnd): void => {
    for (const id of ids) for (const settle of waiting.get(id) ?? []) settle(end);
  };
  const onMessage = (from: string, message: string): void => {
    if (from === changes) for (const changed of watching.get(message) ?? []) changed();
    if (from !== channel) return;
    const { id, news } = readWakeMessage(message, known);
    endAll([id], news ?? 'woken');
  };
  subscriber.on('ready', onReady);
  subscriber.on('message', onMessage);
  const subscribeNow = (): void => {
    if (subscriber.status === 'ready') subscribe();
  };
  subscribeNow();
  const again = setInterval(subscribeNow, SUBSCRIBE_AGAIN_MS);

  return {
    wait(id, timeoutMs) {
      let settle!: (end: WaitEnd) => void;
      const promise = new Promise<WaitEnd>((resolve) => {
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
    watch(id, changed) {
      watching.set(id, (watching.get(id) ?? new Set()).add(changed));
      return () => {
        forget(watching, id, changed);
      };
    },
    ready: () => ready,
    close() {
      clearInterval(again);
      subscriber.off('ready', onReady);
      subscriber.off('message', onMessage);
      endAll([...waiting.keys()], 'timeout');
      // Don't wait for the answer: a Redis that hangs must not delay a shutdown.
      if (subscriber.status === 'ready') subscriber.unsubscribe(channel, changes).catch(() => undefined);
      return Promise.resolve();
    },
  };
}

function forget<T>(waiting: Map<string, Set<T>>, id: string, settle: T): void {
  const others = waiting.get(id);
  others?.delete(settle);
  if (others?.size === 0) waiting.delete(id);
}
