/** How often to check whether the time is up … */
const LOOK_MS = 50;

/**
 * … and the most that one gap between two checks counts. In a longer gap the process was stalled, and the answer may
 * be waiting unread.
 */
const MAX_GAP_MS = 100;

/**
 * Calls `over` once, after `limitMs` in which this process was running. Time in which the process was stalled does
 * not count, because it could not have received the answer. Returns a function that cancels the timeout.
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
