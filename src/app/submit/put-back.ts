import type { BrokenRun } from '../ports/lead-store.js';
import { isOutage, MissingDataKeyError } from '../outage.js';
import type { WorkPorts } from '../ports/work-ports.js';
import { storeKeptEnds } from './store-end.js';
import type { UnfinishedRun } from '../ports/unfinished-runs.js';
import { PUT_BACK_PAUSE_MS } from '../../core/delivery/lease-times.js';

type PutBackPorts = Pick<WorkPorts, 'leads' | 'unfinished' | 'clock' | 'random' | 'log'>;

/** How many runs one command puts back. */
const BATCH = 200;

/** A run ended with `error`. If the error is an outage, the lead is put back now, or as soon as that is possible. */
export const brokenOff = (ports: PutBackPorts, run: BrokenRun, error: unknown): Promise<void> => {
  const lacked = error instanceof MissingDataKeyError ? { data_key: error.key } : {};
  return remember(ports, { ...run, ...lacked, put_back: false }, error);
};

/** Remembers a run that an outage ended, and puts its lead back now if that is possible. */
export async function remember(ports: PutBackPorts, run: UnfinishedRun, error: unknown): Promise<void> {
  if (!isOutage(error)) return;
  ports.unfinished.keep(run);
  try {
    await putBackRuns(ports, [run]);
  } catch (away) {
    if (!isOutage(away)) throw away;
    ports.log.warn({ lead_id: run.id }, 'a lead is put back when the database answers');
  }
}

/**
 * Puts back the leads that outages left in the hands of this process. Also stores the ends of attempts that outages
 * kept from being stored. The process calls this every second. The first command that fails ends the call, and the
 * next call continues. Throws on an outage.
 */
export async function putBackLeads(ports: WorkPorts): Promise<void> {
  const now = ports.clock();
  const due = ports.unfinished
    .all()
    .filter(({ put_back, lands_until }) => !put_back || (lands_until && lands_until <= now));
  for (let i = 0; i < due.length; i += BATCH) await putBackRuns(ports, due.slice(i, i + BATCH));
  await storeKeptEnds(ports);
}

/** Puts the leads of runs back in one command, and forgets the runs that can't land any more. Throws on an outage. */
export async function putBackRuns(
  { leads, unfinished, clock, random }: PutBackPorts,
  runs: readonly UnfinishedRun[],
): Promise<void> {
  const now = clock();
  await leads.putBack(runs, now, new Date(now.getTime() + PUT_BACK_PAUSE_MS * (1 + random())));
  for (const run of runs)
    if (run.lands_until && run.lands_until > now) unfinished.keep({ ...run, put_back: true });
    else unfinished.drop(run);
}
