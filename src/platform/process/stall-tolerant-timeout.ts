/** How often it is looked whether the time is up … */
const LOOK_MS = 50;

/** … and a longer gap between two looks counts as this: the process was stalled, and the answer may be waiting unread. */
const MAX_GAP_MS = 100;

/**
 * Calls `over` once, after so many milliseconds in which this process was awake: the limit does
 * not run while this process could not have received the answer. Returns a function that stops it.
 */
export function startStallTolerantTimeout(limitMs: number, over: () => void): () => void {
  let leftMs = limitMs;
  let lookedAt = performance.now();
  const look = (): void => {
    const now = performance.now();
    leftMs -= Math.min(now - lookedAt, MAX_GAP_MS);
    lookedAt = now;
    if (leftMs > 0) return;
    clearInterval(timer);
    over();
  };
  const timer = setInterval(look, Math.min(LOOK_MS, limitMs));
  return () => {
    clearInterval(timer);
  };
}
