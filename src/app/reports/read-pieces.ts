import type { Piece } from '../../core/reports/tabulate.js';
import type { ParsedRequest } from './parse-report-request.js';
import { readCounts, type CountPorts } from './read-counts.js';
import { readMoney } from './read-money.js';

export type PiecePorts = CountPorts;

/** All facts of the report's days, those of each day in the order of time. */
export async function readPieces(
  ports: PiecePorts,
  parsed: ParsedRequest,
): Promise<{ readonly pieces: readonly Piece[]; readonly notes: readonly string[] }> {
  const [counts, money] = await Promise.all([readCounts(ports, parsed), readMoney(ports, parsed)]);
  return { pieces: [...counts.pieces, ...money], notes: counts.notes };
}
