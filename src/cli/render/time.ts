export { formatTime } from '../../core/format-time.js';

/** A readable duration: `340 ms`, `1.2 s`, `3 m 20 s`, `2 h 5 m`, `3 d 4 h`. */
export function formatLength(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.floor(ms / 1_000);
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

/** The time since the start: `+1.2 s`. */
export function formatOffset(start: Date, at: Date): string {
  const ms = at.getTime() - start.getTime();
  return ms < 0 ? `-${formatLength(-ms)}` : `+${formatLength(ms)}`;
}
