import type { PendingAdjustment } from '../../core/money/adjustment.js';
import type { Entry } from '../../core/money/entry.js';
import { createFailures, type Failures } from '../each-separately.js';
import type { WorkPorts } from '../ports/work-ports.js';
import { bookPending, openBooks, writeAll, writtenNow, type BookPorts } from './book-entries.js';

const BATCH = 500;

export type BookAllPorts = BookPorts & Pick<WorkPorts, 'adjustments'>;

/**
 * Writes pending adjustments to the books, as `bookPending` writes the entries of leads. Returns how many were
 * written. Throws on an outage.
 */
export async function bookAdjustments(
  ports: BookAllPorts,
  failures: Failures = createFailures(ports.log),
): Promise<number> {
  const pending = await ports.adjustments.pending(BATCH + failures.known());
  if (pending.length === 0) return 0;
  // The closed months are read after the pending adjustments: see `closeMonth`.
  const open = await openBooks(ports);
  const now = ports.clock();
  const entry = (one: PendingAdjustment): Entry => ({ ...writtenNow(one.at, open, now), ...one });
  const written = await writeAll(ports.books, pending, entry, failures);
  await ports.adjustments.booked(written.map(({ id }) => id));
  return written.length;
}

/** Books everything that leads and adjustments owe, for a command that cannot wait for the sweeper. */
export async function bookAll(ports: BookAllPorts): Promise<void> {
  const failures = createFailures(ports.log);
  for (let booked = BATCH; booked >= BATCH;)
    booked = Math.max(await bookPending(ports, failures), await bookAdjustments(ports, failures));
}
