/** Asked for again at once, a reading is this old at most. */
const KEPT_MS = 5_000;
/** A scraper waits some seconds only, and one service that hangs must not hide what the other says. */
const LIMIT_MS = 2_000;

/**
 * A reading for scrapes: made when one asks, kept a few seconds, one at a time. Undefined when it fails or takes too long:
 * a gauge without a value is better than an old one, and a scrape never fails for it.
 */
export function cached<T>(
  read: () => Promise<T>,
  { clock, limitMs = LIMIT_MS }: { readonly clock: () => number; readonly limitMs?: number },
): () => Promise<T | undefined> {
  let reading: { readonly at: number; readonly value: Promise<T | undefined> } | undefined;
  return () => {
    const now = clock();
    if (!reading || now - reading.at >= KEPT_MS) reading = { at: now, value: within(read, limitMs) };
    return reading.value;
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
