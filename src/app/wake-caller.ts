import type { Wake, WakeNote } from './ports/queues.js';
import type { WorkLog, WorkPorts } from './ports/work-ports.js';

/**
 * Wakes the web process that waits for the record. A lost wake-up only costs the caller time, so a failure is logged
 * and not thrown.
 */
export async function wakeCaller(
  { wake, log }: Pick<WorkPorts, 'log'> & { readonly wake: Pick<Wake, 'wake'> },
  replyTo: string | undefined,
  id: string,
  note?: WakeNote,
): Promise<void> {
  if (replyTo === undefined) return;
  await orLog(log, id, 'a waiting process could not be woken', () => wake.wake(replyTo, id, note));
}

/** Tells those who stream the results of a search that they changed; a failure as above. */
export const notifyStreams = (
  { wake, log }: Pick<WorkPorts, 'wake' | 'log'>,
  searchId: string,
): Promise<void> =>
  orLog(log, searchId, 'those who stream a search could not be told', () => wake.changed(searchId));

async function orLog(
  log: WorkLog,
  record_id: string,
  failure: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn({ err: error, record_id }, failure);
  }
}
