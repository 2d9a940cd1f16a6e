import { hasElapsed } from '../../../core/has-elapsed.js';

/** The maximum age of a cached reading. */
const KEPT_MS = 5_000;
/** A scraper waits only a few seconds, and one service that hangs must not hide the others' values. */
const LIMIT_MS = 2_000;

/** How old a slow reading is when the next one begins, and until when it is shown. */
const SLOW = { keptMs: 60_000, shownMs: 120_000 };

interface Options {
  readonly clock: () => number;
  readonly limitMs?: number;
}

/**
 * A reading for scrapes: made on request, cached for a few seconds, one at a time. Undefined if the reading fails or
 * takes too long. A gauge without a value is better than an outdated one, and a scrape never fails because of one
 * reading.
 */
export function cached<T>(
  read: () => Promise<T>,
  { clock, limitMs = LIMIT_MS }: Options,
): () => Promise<T | undefined> {
  let reading: { readonly at: number; readonly value: Promise<T | undefined> } | undefined;
  return () => {
    const now = clock();
    if (!reading || hasElapsed(KEPT_MS, reading.at, now)) reading = { at: now, value: within(read, limitMs) };
    return reading.value;
  };
}

/**
 * A reading that may take longer than a scrape waits: begun on request, once a minute at most, and never while one runs.
 * What it found is shown to the scrapes of two minutes from its beginning. Undefined: it failed, or nothing was found yet.
 */
export function slowly<T>(
  read: () => Promise<T>,
  { clock, limitMs = LIMIT_MS }: Options,
): () => Promise<T | undefined> {
  let last: { readonly at: number; readonly value: T } | undefined;
  let running: Promise<void> | undefined;
  const shown = (ms: number) => (last && !hasElapsed(ms, last.at, clock()) ? last : undefined);
  async function run(): Promise<void> {
    const at = clock();
    try {
      last = { at, value: await read() };
    } catch {
      last = undefined;
    }
  }
  return async () => {
    if (!shown(SLOW.keptMs))
      running ??= run().finally(() => {
        running = undefined;
      });
    const turn = running;
    if (turn && !shown(SLOW.shownMs)) await within(() => turn, limitMs);
    return shown(SLOW.shownMs)?.value;
  };
}

async function within<T>(read: () => Promise<T>, limitMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, limitMs, undefined);
  });
  try {
    return await Promise.race([read(), late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
