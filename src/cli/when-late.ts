const TICK_MS = 100;

/**
 * Calls `late` after `ms` of this process's own time; what it returns stops that. While a starved machine gives the
 * process nothing, the time stands: an answer may lie there that it could not read.
 */
export function whenLate(ms: number, late: () => void): () => void {
  let ticks = Math.ceil(ms / TICK_MS);
  const timer = setInterval(() => {
    ticks -= 1;
    if (ticks > 0) return;
    clearInterval(timer);
    late();
  }, TICK_MS);
  return () => {
    clearInterval(timer);
  };
}
