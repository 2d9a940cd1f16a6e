/**
 * Watches this process's event loop. `stop` answers the longest time, in milliseconds, that the loop was held up by
 * this process's own work: a gap between two timers counts as far as the process was computing in it, so that a
 * machine that is busy with others doesn't count.
 */
export function watchOwnDelay(): { stop(): number } {
  let longest = 0;
  let at = performance.now();
  let cpu = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(cpu);
    longest = Math.max(longest, Math.min(performance.now() - at, (user + system) / 1_000));
    at = performance.now();
    cpu = process.cpuUsage();
  }, 5);
  return {
    stop() {
      clearInterval(timer);
      return longest;
    },
  };
}
