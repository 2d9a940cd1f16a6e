import type { WorkPorts } from '../ports/work-ports.js';

/** Tells the web process that waits. A wake that is lost costs its caller time, never the record: nothing fails by it. */
export async function wakeWaiting(
  { wake, log }: Pick<WorkPorts, 'wake' | 'log'>,
  replyTo: string | undefined,
  id: string,
): Promise<void> {
  if (replyTo === undefined) return;
  try {
    await wake.wake(replyTo, id);
  } catch (error) {
    log.warn({ err: error, record_id: id }, 'a waiting process could not be woken');
  }
}
