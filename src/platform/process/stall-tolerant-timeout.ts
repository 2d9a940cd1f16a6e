/** How often to check whether the time is up … */
const LOOK_MS = 50;

/**
 * … and the most that one gap between two checks counts. In a longer gap the process was stalled, and the answer may
 * be waiting unread.
 */
const MAX_GAP_MS = 100;

interface Timeout {
  /** On the clock of `ran`. */
  readonly at: number;
  /** Undefined: it was cancelled. */
  over: (() => void) | undefined;
}

/** One timer looks after all timeouts. A busy process has hundreds of them, nearly all of which are cancelled. */
const open = new Set<Timeout>();
let timer: NodeJS.Timeout | undefined;
/** For how long this process has been running while timeouts were open. */
let ran = 0;
let lookedAt = 0;

function countTime(): void {
  const now = performance.now();
  ran += Math.min(now - lookedAt, MAX_GAP_MS);
  lookedAt = now;
}

function look(): void {
  countTime();
  for (const one of open)
    if (one.at <= ran) {
      open.delete(one);
      one.over?.();
    }
  if (open.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

/**
 * Calls `over` once, after `limitMs` in which this process was running. Time in which the process was stalled does
 * not count, because it could not have received the answer. Returns a function that cancels the timeout.
 */
export function startStallTolerantTimeout(limitMs: number, over: () => void): () => void {
  if (timer === undefined) lookedAt = performance.now();
  const sinceLook = Math.min(performance.now() - lookedAt, MAX_GAP_MS);
  const one: Timeout = { at: ran + sinceLook + limitMs, over };
  open.add(one);
  timer ??= setInterval(look, LOOK_MS);
  timer.ref();
  return () => {
    open.delete(one);
    // The tables that a Set outgrew stay until a full collection, with what they held.
    one.over = undefined;
    // Nothing is waited for any more: the process may end.
    if (open.size === 0) timer?.unref();
  };
}
