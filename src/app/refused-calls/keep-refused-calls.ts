import { hasElapsed } from '../../core/has-elapsed.js';
import type { RefusedCall, RefusedCallStore } from '../ports/refused-calls.js';

/** How long refused calls wait to be stored together. */
const COLLECT_MS = 1_000;

/** The most calls of one key, and of all calls, that one process keeps in a minute. Callers without a key share one. */
const MAX_OF_KEY = 60;
const MAX_IN_ALL = 600;
const MINUTE_MS = 60_000;

interface KeeperPorts {
  readonly store: Pick<RefusedCallStore, 'add'>;
  readonly clock: () => Date;
  /** Counts calls that were refused, whether they are kept or not. */
  readonly onCounted: (kept: boolean, calls: number) => void;
}

export interface RefusedCallKeeper {
  /** Returns at once. Nothing waits for the store. */
  note(call: RefusedCall): void;
  /** Stores what still waits. */
  close(): Promise<void>;
}

/**
 * Keeps refused calls off the path of calls: they wait in memory, and are stored together a second later. A caller that
 * is refused without end fills neither the memory nor the database, since only some of its calls are kept. If the
 * database is away, they are dropped. Without refused calls nothing runs and no command is sent.
 */
export function keepRefusedCalls({ store, clock, onCounted }: KeeperPorts): RefusedCallKeeper {
  let waiting: RefusedCall[] = [];
  let timer: NodeJS.Timeout | undefined;
  let minute = { began: 0, all: 0, byKey: new Map<string, number>() };

  const hasRoom = (key: string): boolean => {
    const now = clock().getTime();
    if (hasElapsed(MINUTE_MS, minute.began, now)) minute = { began: now, all: 0, byKey: new Map() };
    const ofKey = minute.byKey.get(key) ?? 0;
    if (minute.all >= MAX_IN_ALL || ofKey >= MAX_OF_KEY) return false;
    minute.all += 1;
    minute.byKey.set(key, ofKey + 1);
    return true;
  };
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const calls = waiting;
    waiting = [];
    if (calls.length === 0) return;
    try {
      await store.add(calls);
      onCounted(true, calls.length);
    } catch {
      onCounted(false, calls.length);
    }
  };
  return {
    note(call) {
      if (!hasRoom(call.key_prefix ?? '')) {
        onCounted(false, 1);
        return;
      }
      waiting.push(call);
      timer ??= setTimeout(() => void flush(), COLLECT_MS).unref();
    },
    close: flush,
  };
}
