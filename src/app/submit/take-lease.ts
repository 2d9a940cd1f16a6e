import { WRITE_MAY_COMMIT_MS } from '../../core/delivery/lease-times.js';
import { firstRunWrite } from '../../core/lead/first-run.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { OutageError } from '../outage.js';
import type { InterruptedRun } from '../ports/lead-store.js';
import type { WorkPorts } from '../ports/work-ports.js';
import { readFirst } from './begin-first-run.js';
import { requeueRuns, remember } from './requeue.js';
import { storeUnsavedEnds } from './store-end.js';

interface Take {
  readonly id: string;
  readonly submission: number;
  readonly now: Date;
  readonly until: Date;
  /** Whether no worker was ever given this job before. */
  readonly isFirst?: boolean;
}

/** A lead that this worker took, or evaluates for the first time, and its run. */
export interface LeasedLead {
  readonly lead: LeadRecord;
  readonly run: InterruptedRun;
}

/**
 * Takes a lead to work on. If this process still holds the lead after an outage, the lead is requeued first. So at
 * most one of its runs is open in this process, however long the outage lasts. Throws an OutageError, also when too
 * many leads wait to be requeued.
 */
export async function takeLease(ports: WorkPorts, take: Take): Promise<LeasedLead | null> {
  const { id, submission, now, until, isFirst } = take;
  const { leads, unfinished } = ports;
  const before = unfinished.all().filter((run) => run.id === id && !run.requeued);
  if (before.length > 0) await requeueRuns(ports, before);
  await storeUnsavedEnds(ports, id);
  if (!unfinished.hasRoom())
    throw new OutageError('MongoDB', new Error('too many leads wait to be requeued'));
  const run = { id, submission, by: unfinished.newName() };
  const first = isFirst ? await readFirst(ports, { ...run, now }) : undefined;
  if (first) return { lead: first, run: { ...run, first_run: firstRunWrite(first) } };
  try {
    const lead = await leads.take(id, submission, now, until, run.by);
    return lead && { lead, run };
  } catch (error) {
    // The `take` may have been committed, or may still be.
    const write_may_commit_until = new Date(ports.clock().getTime() + WRITE_MAY_COMMIT_MS);
    await remember(ports, { ...run, write_may_commit_until, requeued: false }, error);
    throw error;
  }
}
