import { FIRST_COMMAND_MS, nextCommandMs } from '../../core/caps/time-ranges.js';
import type { TimeRange } from '../../core/caps/counted-leads.js';

/**
 * Counts time ranges in pieces, one command each. A piece is as long as those before it showed to be quick enough, so
 * that no command outlives its connection's time limit, whatever the rate of leads.
 */
export async function* countRanges<Count extends { readonly leads: number }>(
  ranges: Iterable<TimeRange>,
  count: (timeRange: TimeRange) => Promise<Count>,
): AsyncGenerator<Count & TimeRange> {
  let ms = FIRST_COMMAND_MS;
  for (const { from, to } of ranges)
    for (let at = from; at < to;) {
      const piece = { from: at, to: new Date(Math.min(at.getTime() + ms, to.getTime())) };
      const counted = await count(piece);
      yield { ...counted, ...piece };
      ms = nextCommandMs(ms, counted.leads / (piece.to.getTime() - at.getTime()));
      at = piece.to;
    }
}
