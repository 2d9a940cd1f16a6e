import type { Exchange } from '../../../core/exchanges/exchange.js';
import { isOutage } from '../../../app/outage.js';
import type { ExchangeRecorder, ExchangeStore, NewExchange } from '../../../app/ports/exchange-store.js';

/** How long exchanges wait to be stored together, and how long after the store refused them. */
const COLLECT_MS = 1_000;
const AGAIN_MS = 5_000;
/** How many are written at once; other work of the process has its turn between them. */
const BATCH = 50;
/** What waits may hold so much memory. What comes after that is not kept. */
const MAX_BYTES = 32 * 1024 * 1024;
/** How long the end of a process waits for the store. */
const LAST_TRY_MS = 3_000;

interface KeeperPorts {
  readonly store: Pick<ExchangeStore, 'add' | 'settle'>;
  readonly log: { warn(fields: object, message: string): void };
  /** Counts exchanges, whether they are kept or lost. */
  readonly onCounted: (kept: boolean, exchanges: number) => void;
  readonly collectMs?: number;
}

export interface ExchangeKeeper extends ExchangeRecorder {
  /** Stores what still waits. Resolves also if it can't. */
  close(): Promise<void>;
}

/**
 * Keeps exchanges off the path of calls: they wait in memory, and are written in batches a second later. While the
 * database is away they wait for it, in bounded memory. Only a killed process loses what it has not written. Without
 * exchanges nothing runs and no command is sent.
 */
export function keepExchanges({
  store,
  log,
  onCounted,
  collectMs = COLLECT_MS,
}: KeeperPorts): ExchangeKeeper {
  let waiting: NewExchange[] = [];
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let isClosing = false;

  const lose = (exchanges: number, why: string, error?: unknown): void => {
    onCounted(false, exchanges);
    log.warn({ exchanges, ...(error === undefined ? {} : { err: error }) }, why);
  };
  const later = (ms: number): void => {
    if (!isClosing && !writing) timer ??= setTimeout(() => void begin(), ms).unref();
  };
  const begin = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = write()
      .then(() => collectMs)
      .catch((error: unknown) => {
        log.warn({ err: error, waiting: waiting.length }, 'requests and answers could not be stored yet');
        return AGAIN_MS;
      })
      .then((ms) => {
        writing = undefined;
        if (waiting.length > 0) later(ms);
      });
    return writing;
  };
  /** Writes what waits now. Throws on an outage; what is left waits for the next turn. */
  async function write(): Promise<void> {
    let alone = 0;
    for (let left = waiting.length; left > 0;) {
      const batch = waiting.slice(0, Math.min(left, alone > 0 ? 1 : BATCH));
      try {
        await storeThem(store, batch);
        onCounted(true, batch.length);
      } catch (error) {
        if (isOutage(error)) throw error;
        if (batch.length > 1) {
          // One that can't be stored takes no others with it.
          alone = batch.length;
          continue;
        }
        lose(1, 'a request and its answer are not kept: the store refuses them', error);
      }
      left -= batch.length;
      alone -= 1;
      waiting = waiting.slice(batch.length);
      bytes -= sizeOf(batch);
    }
  }
  return {
    note(exchange) {
      if (bytes + exchange.bytes > MAX_BYTES) {
        lose(1, 'a request and its answer are not kept: too many wait for the database');
        return;
      }
      waiting.push(exchange);
      bytes += exchange.bytes;
      later(collectMs);
    },
    async close() {
      isClosing = true;
      await atMost(LAST_TRY_MS, (writing ?? Promise.resolve()).then(begin));
      if (waiting.length > 0) lose(waiting.length, 'requests and answers are lost: they could not be stored');
      waiting = [];
    },
  };
}

const sizeOf = (batch: readonly NewExchange[]): number => batch.reduce((sum, one) => sum + one.bytes, 0);

async function storeThem(store: KeeperPorts['store'], batch: readonly NewExchange[]): Promise<void> {
  const made: Exchange[] = [];
  for (const { make } of batch) {
    made.push(make());
    await new Promise(setImmediate);
  }
  await store.add(made);
  await store.settle(made.map(({ id, of, record_id, at }) => ({ id, of, record_id, doubtful: at })));
}

async function atMost(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, over]);
  clearTimeout(timer);
}
