import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { AcceptedNote, SearchedNote, Wake, WakeNote } from '../../app/ports/queues.js';
import type { WaitEnd, Waiters } from '../../app/ports/waiters.js';
import { guardOutages } from '../process/outage.js';

/** A longer wake-up call is abandoned. The waiting call has its own time limit. */
const PUBLISH_LIMIT_MS = 500;

/**
 * How often to renew the subscription. On a connection that died silently, the renewal gets no answer, so the
 * connection is replaced.
 */
const SUBSCRIBE_AGAIN_MS = 5_000;

/** What a longer note says is read from the database, so that a process that stands still does not fill Redis. */
const MAX_NOTE = 65_536;

/** Nobody waits longer for a subscription to be confirmed. */
const HEAR_LIMIT_MS = 500;

const channelOf = (prefix: string, processId: string): string => `${prefix}:wake:${processId}`;
/** Those who stream the results of a search listen to this channel. */
const changesOf = (prefix: string, searchId: string): string => `${prefix}:changed:${searchId}`;

/**
 * Notifies web processes that a record has changed. Never throws: when its time is up, a waiting call reads the record,
 * and so does a stream at the end of its search.
 */
export function createWake(redis: Redis, prefix: string): Wake {
  const publisher = guardOutages(
    'Redis',
    { publish: (channel: string, id: string) => redis.publish(channel, id) },
    PUBLISH_LIMIT_MS,
  );
  const publish = async (channel: string, message: string): Promise<void> => {
    // Don't keep the message until Redis returns. The caller does not wait that long.
    if (redis.status === 'ready') await publisher.publish(channel, message).catch(() => undefined);
  };
  return {
    wake: (replyTo, id, note) => publish(channelOf(prefix, replyTo), wakeMessage(id, note)),
    changed: (id) => publish(changesOf(prefix, id), id),
  };
}

/** The id of the record, and the note in a second line. */
function wakeMessage(id: string, note: WakeNote | undefined): string {
  const text = note && JSON.stringify(note);
  return text === undefined || text.length > MAX_NOTE ? id : `${id}\n${text}`;
}

function readWakeMessage(message: string): { readonly id: string; readonly note?: WakeNote } {
  const [id = '', text] = message.split('\n');
  return text === undefined ? { id } : { id, note: withDates(JSON.parse(text) as WakeNote) };
}

/** JSON has no dates. */
const withDates = (note: SearchedNote | AcceptedNote): WakeNote =>
  'results' in note
    ? {
        ...note,
        results: note.results.map((result) => {
          const { terms } = result;
          return { ...result, terms: { ...terms, expires_at: new Date(terms.expires_at) } };
        }),
      }
    : { ...note, at: new Date(note.at) };

/**
 * One subscription for the process, and a map of the waiting calls. `subscriber` is a connection for this alone. If
 * Redis drops it, wake-ups are lost and waiting calls time out. Every new connection subscribes again.
 */
export function createWaiters(subscriber: Redis, prefix: string, processId: string): Waiters {
  const channel = channelOf(prefix, processId);
  const watching = new Map<string, Set<() => void>>();
  const waiting = new Map<string, Set<(end: WaitEnd) => void>>();
  let firstReady!: () => void;
  const ready = new Promise<void>((resolve) => {
    firstReady = resolve;
  });

  const subscribe = (...more: readonly string[]): Promise<void> =>
    // If the connection is lost meanwhile, the next 'ready' subscribes again.
    subscriber.subscribe(channel, ...more).then(firstReady, () => undefined);
  /** What was published while there was no connection is lost. */
  const onReady = (): void => {
    void subscribe(...[...watching.keys()].map((id) => changesOf(prefix, id))).then(() => {
      for (const id of [...watching.keys()]) changed(id);
    });
  };
  const changed = (id: string): void => {
    for (const tell of watching.get(id) ?? []) tell();
  };
  /** Resolves when changes of the search can arrive. One that may have been missed until then is told. */
  async function hear(id: string): Promise<void> {
    // The next 'ready' subscribes to what is watched by then.
    if (subscriber.status !== 'ready') return;
    let isLate = false;
    const heard = subscriber.subscribe(changesOf(prefix, id)).then(
      () => {
        if (isLate) changed(id);
      },
      () => undefined,
    );
    await Promise.race([heard, pause(HEAR_LIMIT_MS, undefined, { ref: false })]);
    isLate = true;
  }
  const endAll = (ids: Iterable<string>, end: WaitEnd): void => {
    for (const id of ids) for (const settle of waiting.get(id) ?? []) settle(end);
  };
  const onMessage = (from: string, message: string): void => {
    if (from !== channel) {
      changed(message);
      return;
    }
    const { id, note } = readWakeMessage(message);
    endAll([id], note ?? 'woken');
  };
  subscriber.on('ready', onReady);
  subscriber.on('message', onMessage);
  const subscribeNow = (): void => {
    if (subscriber.status === 'ready') void subscribe();
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
    watch(id, tell) {
      watching.set(id, (watching.get(id) ?? new Set()).add(tell));
      return {
        heard: hear(id),
        leave() {
          forget(watching, id, tell);
          if (watching.has(id) || subscriber.status !== 'ready') return;
          subscriber.unsubscribe(changesOf(prefix, id)).catch(() => undefined);
        },
      };
    },
    ready: () => ready,
    close() {
      clearInterval(again);
      subscriber.off('ready', onReady);
      subscriber.off('message', onMessage);
      endAll([...waiting.keys()], 'timeout');
      // Don't wait for the answer: a Redis that hangs must not delay a shutdown.
      if (subscriber.status === 'ready') subscriber.unsubscribe().catch(() => undefined);
      return Promise.resolve();
    },
  };
}

function forget<T>(waiting: Map<string, Set<T>>, id: string, settle: T): void {
  const others = waiting.get(id);
  others?.delete(settle);
  if (others?.size === 0) waiting.delete(id);
}
