const LOOK_MS = 5;
/** A look that comes later than this came late because somebody else had the machine. */
const LATE_MS = 25;

/**
 * Starts a watch, whose function stops it and tells the milliseconds that went by for this process: while it neither
 * ran nor waited for a timer that was due, because the machine was busy with others, the watch all but stands. What
 * this process computes itself counts in full.
 */
export function startStopwatch(): () => number {
  let counted = 0;
  let at = performance.now();
  let cpu = process.cpuUsage();
  const look = (): void => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(cpu);
    counted += Math.min(now - at, Math.max(LATE_MS, (user + system) / 1_000));
    at = now;
    cpu = process.cpuUsage();
  };
  const timer = setInterval(look, LOOK_MS);
  return () => {
    clearInterval(timer);
    look();
    return counted;
  };
}
