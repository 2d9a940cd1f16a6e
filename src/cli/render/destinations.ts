import type { BreakerState, DestinationState } from '../../core/destination-gate/destination-states.js';
import type { Summary } from '../../core/destination-gate/summary.js';
import { renderTable } from './table.js';
import { formatLength } from './time.js';

/** One row for a destination, also for JSON. `offer`: the handle of who has it, perhaps a campaign or a buyer. */
export interface DestinationRow extends DestinationState {
  readonly offer: string;
  readonly offer_status: string;
  readonly missing_secrets: readonly string[];
}

/** This many of a destination's newest requests are kept. */
const MAX_REMEMBERED = 1_000;

export function renderDestinations(rows: readonly DestinationRow[], now: Date): string {
  if (rows.length === 0) return 'The catalogue has no offers.';
  const head = [
    ...['offer', 'what', 'breaker', 'in flight', 'waiting'],
    ...['attempts', 'success', 'p50', 'p95', 'p99', 'last error', 'secrets missing here'],
  ];
  return renderTable(
    head,
    rows.map((row) => [
      row.offer_status === 'active' ? row.offer : `${row.offer} (${row.offer_status})`,
      row.step === undefined ? row.what : `${row.what} ${row.step}`,
      breakerWords(row.breaker),
      inFlightWords(row),
      String(row.waiting),
      ...hourOf(row.last_hour, now),
      row.missing_secrets.join(', ') || '-',
    ]),
  );
}

const inFlightWords = ({ in_flight, max_in_flight }: DestinationRow): string => {
  if (in_flight === null) return '-';
  return max_in_flight === null ? String(in_flight) : `${in_flight} of ${max_in_flight}`;
};

function breakerWords({ position, failures, open_ms }: BreakerState): string {
  if (position === 'open') return `open for ${formatLength(open_ms)}`;
  if (position === 'half-open') return 'half-open';
  return failures === 0 ? 'closed' : `closed, ${failures} failed`;
}

function hourOf({ attempts, success, p50_ms, p95_ms, p99_ms, last_error }: Summary, now: Date): string[] {
  const length = (ms: number | undefined): string => (ms === undefined ? '-' : formatLength(ms));
  const ago = (at: Date): string => formatLength(Math.max(0, now.getTime() - at.getTime()));
  return [
    attempts < MAX_REMEMBERED ? String(attempts) : `the newest ${attempts}`,
    success === undefined ? '-' : `${(Math.floor(success * 1_000) / 10).toFixed(1)} %`,
    ...[p50_ms, p95_ms, p99_ms].map(length),
    last_error ? `${last_error.what} (${ago(last_error.at)} ago)` : '-',
  ];
}
