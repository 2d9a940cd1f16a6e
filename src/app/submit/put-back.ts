import type { BrokenRun } from '../ports/lead-store.js';
import { begunBy } from '../../core/lead/first-run.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { isOutage, MissingDataKeyError, OutageError } from '../outage.js';
import type { WorkPorts } from '../ports/work-ports.js';
import { readFirst } from './begin-first-run.js';
import { storeKeptEnds } from './end-attempt.js';
import { randomUUID } from 'node:crypto';
import type { UnfinishedRun, UnfinishedRuns, UnstoredEnd } from '../ports/unfinished-runs.js';
import { LANDS_WITHIN_MS, PUT_BACK_PAUSE_MS } from '../../core/delivery/lease-times.js';

type PutBackPorts = Pick<WorkPorts, 'leads' | 'unfinished' | 'clock' | 'random' | 'log'>;

/** How many runs one command puts back. */
const BATCH = 200;

interface Take {
  readonly id: string;
  readonly round: number;
  readonly now: Date;
  readonly until: Date;
  /** Whether no worker was ever given this job before. */
  readonly isFirst?: boolean;
}

/** A lead that this worker took, or evaluates for the first time, and its run. */
export interface TakenLead {
  readonly lead: LeadRecord;
  readonly run: BrokenRun;
}

/**
 * Takes a lead to work on. If an outage left the lead in the hands of this process, the lead is put back first. So at
 * most one of its runs is open in this process, however long the outage lasts. Throws an OutageError, also when too
 * many leads wait to be put back.
 */
export async function takeLead(ports: WorkPorts, take: Take): Promise<TakenLead | null> {
  const { id, round, now, until, isFirst } = take;
  const { leads, unfinished } = ports;
  const before = unfinished.all().filter((run) => run.id === id && !run.put_back);
  if (before.length > 0) await putBackRuns(ports, before);
  await storeKeptEnds(ports, id);
  if (!unfinished.hasRoom())
    throw new OutageError('MongoDB', new Error('too many leads wait to be put back'));
  const run = { id, round, by: unfinished.newName() };
  const first = isFirst ? await readFirst(ports, { ...run, now }) : undefined;
  if (first) return { lead: first, run: { ...run, begun: begunBy(first) } };
  try {
    const lead = await leads.take(id, round, now, until, run.by);
    return lead && { lead, run };
  } catch (error) {
    // The `take` may have reached the database, or may still reach it.
    const lands_until = new Date(ports.clock().getTime() + LANDS_WITHIN_MS);
    await remember(ports, { ...run, lands_until, put_back: false }, error);
    throw error;
  }
}

/** A run ended with `error`. If the error is an outage, the lead is put back now, or as soon as that is possible. */
export const brokenOff = (ports: PutBackPorts, run: BrokenRun, error: unknown): Promise<void> => {
  const lacked = error instanceof MissingDataKeyError ? { data_key: error.key } : {};
  return remember(ports, { ...run, ...lacked, put_back: false }, error);
};

async function remember(ports: PutBackPorts, run: UnfinishedRun, error: unknown): Promise<void> {
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

async function putBackRuns(
  { leads, unfinished, clock, random }: PutBackPorts,
  runs: readonly UnfinishedRun[],
): Promise<void> {
  const now = clock();
  await leads.putBack(runs, now, new Date(now.getTime() + PUT_BACK_PAUSE_MS * (1 + random())));
  for (const run of runs)
    if (run.lands_until && run.lands_until > now) unfinished.keep({ ...run, put_back: true });
    else unfinished.drop(run);
}

/**
 * The limit of remembered runs and, separately, of remembered ends. A run takes about 200 bytes, an end a few
 * kilobytes. No worker reaches the limit with its own leads, because a lead has at most one run that was not put
 * back.
 */
const MAX_RUNS = 2_000;

export function unfinishedRuns(most = MAX_RUNS): UnfinishedRuns {
  const runs = new Map<string, UnfinishedRun>();
  const ends = new Set<UnstoredEnd>();
  const process = randomUUID();
  let names = 0;
  const count = (putBack: boolean): number =>
    [...runs.values()].filter(({ put_back }) => put_back === putBack).length;
  return {
    newName: () => `${process}:${(names += 1)}`,
    hasRoom: () => ends.size < most && (runs.size < most || count(false) < most),
    keep(run) {
      // At the limit, forget the run to save memory. If its `take` still reaches the database, that only adds one to
      // the lead's stalled count.
      if (run.put_back && runs.size >= most && count(true) >= most) runs.delete(run.by);
      else runs.set(run.by, run);
    },
    drop: ({ by }) => void runs.delete(by),
    all: () => [...runs.values()],
    keepEnd: (end) => void ends.add(end),
    dropEnd: (end) => void ends.delete(end),
    ends: () => [...ends],
  };
}
