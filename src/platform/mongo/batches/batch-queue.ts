import { OutageError } from '../../../app/outage.js';

/** How operations of one kind become one command. */
export interface Batching<Op, Result> {
  /**
   * The records that an operation changes, or of which it reads a part that others don't. Two operations of one record are
   * never in one batch or in flight together. None: it stands in nobody's way.
   */
  readonly recordsOf: (op: Op) => readonly string[];
  /** About how many bytes an operation has. */
  readonly bytesOf: (op: Op) => number;
  /** Sends the operations, and settles each of them. A promise of a result does not hold up the next batch. */
  readonly send: (
    ops: readonly [Op, ...Op[]],
  ) => Promise<readonly PromiseSettledResult<Result | Promise<Result>>[]>;
}

/** The ceilings of one queue. */
export interface BatchLimits {
  /** Batches in flight. */
  readonly atOnce: number;
  /** Operations of a batch. */
  readonly most: number;
  /** Bytes of a batch. An operation that alone has more is sent alone. */
  readonly mostBytes: number;
  /** An operation that has waited for so many milliseconds is not sent any more: its caller has gone. Absent: all are sent. */
  readonly mostWaitMs?: number;
}

interface Waiting<Op, Result> {
  readonly op: Op;
  readonly since: number;
  readonly bytes: number;
  readonly records: readonly string[];
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Returns a function that runs one operation. While `atOnce` batches are in flight, operations wait, and then leave
 * together, in the order in which they came. When nothing is in flight, an operation waits for the end of this turn of
 * the event loop alone: what one answer set going comes within a turn, and would else be split into its first operation
 * and all others.
 */
export function createBatchQueue<Op, Result>(
  { recordsOf, bytesOf, send }: Batching<Op, Result>,
  limits: BatchLimits,
): (op: Op) => Promise<Result> {
  let waiting: Waiting<Op, Result>[] = [];
  const busy = new Set<string>();
  let inFlight = 0;
  let isPlanned = false;

  /** Takes the next batch out of those that wait. An operation never overtakes another one of its record. */
  function next(): Waiting<Op, Result>[] {
    const batch: Waiting<Op, Result>[] = [];
    const left: Waiting<Op, Result>[] = [];
    const met = new Set<string>();
    let bytes = 0;
    let full = false;
    const tooLong = performance.now() - (limits.mostWaitMs ?? Infinity);
    for (const one of waiting) {
      const { records } = one;
      if (one.since < tooLong) {
        one.reject(
          new OutageError('MongoDB', new Error('other commands took so long that this one was not sent')),
        );
        continue;
      }
      full ||= batch.length === limits.most;
      const blocked = full || records.some((record) => busy.has(record) || met.has(record));
      const fits = !blocked && (batch.length === 0 || bytes + one.bytes <= limits.mostBytes);
      if (!blocked && !fits) full = true;
      for (const record of records) met.add(record);
      if (fits) {
        batch.push(one);
        bytes += one.bytes;
      } else left.push(one);
    }
    waiting = left;
    return batch;
  }

  function plan(): void {
    if (isPlanned || waiting.length === 0 || inFlight >= limits.atOnce) return;
    isPlanned = true;
    setImmediate(start);
  }

  function start(): void {
    isPlanned = false;
    while (inFlight < limits.atOnce && waiting.length > 0) {
      const batch = next();
      if (batch.length === 0) return;
      inFlight += 1;
      void leave(batch as [Waiting<Op, Result>, ...Waiting<Op, Result>[]]).then(() => {
        inFlight -= 1;
        plan();
      });
    }
  }

  async function leave(batch: readonly [Waiting<Op, Result>, ...Waiting<Op, Result>[]]): Promise<void> {
    const records = batch.flatMap((one) => one.records);
    for (const record of records) busy.add(record);
    const settled = await send(batch.map(({ op }) => op) as [Op, ...Op[]]).catch((reason: unknown) =>
      batch.map(() => ({ status: 'rejected', reason }) as const),
    );
    for (const record of records) busy.delete(record);
    batch.forEach(({ resolve, reject }, at) => {
      const end = settled[at];
      if (end?.status === 'fulfilled') resolve(end.value);
      else reject(end?.reason);
    });
  }

  return (op) =>
    new Promise((resolve, reject) => {
      const since = performance.now();
      waiting.push({ op, since, bytes: bytesOf(op), records: recordsOf(op), resolve, reject });
      plan();
    });
}
