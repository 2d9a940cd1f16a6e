import { setTimeout as pause } from 'node:timers/promises';
import { trusted } from 'mongoose';
import { benchCatalogue, OFFER_COUNT, offerId } from '../catalogue.js';
import { load } from '../load.js';
import type { BenchOptions } from '../options.js';
import type { Workspace } from '../workspace.js';
import type { Processes } from '../processes.js';
import { directRequest, searchRequest } from '../requests.js';
import { withProcesses } from '../with-processes.js';
import { burstReport, type Burst, type StoredLead } from './burst-report.js';
import { startBesideBuyer, type Say, type ScaleReport } from './scale-run.js';
import { steadyLoad } from './steady-load.js';

const OFFERS = Array.from({ length: OFFER_COUNT }, (_, n) => n);
const BURST_SECONDS = 5;
const STEADY = { connections: 64, seconds: 10 };
const WARM_UP = { connections: 32, seconds: 3 };
const SEARCHES = { rate: 4, seconds: 20 };
const MAX_MS_TO_DRAIN = 600_000;

/**
 * So many submits in five seconds, far more than the processes can decide. Each must be answered in time and decided in
 * the end, and searches must not wait for them.
 */
export function measureBurst(
  { submits }: Pick<BenchOptions, 'submits'>,
  signal: AbortSignal,
  say: Say,
): Promise<ScaleReport> {
  return withProcesses(async (openOwn, processes) =>
    burstReport(await burst(submits, { place: await openOwn(), processes, signal, say })),
  );
}

interface Setting {
  readonly place: Workspace;
  readonly processes: Processes;
  readonly signal: AbortSignal;
  readonly say: Say;
}

async function burst(submits: number, setting: Setting): Promise<Burst> {
  const { place, signal, say } = setting;
  // All calls come from one address, and each holds a connection until it is answered.
  const settings = { MAX_CONNECTIONS: '20000' };
  const side = await startBesideBuyer({ ...setting, catalogueOf: benchCatalogue, settings });
  const next = (offer: number) => directRequest(offerId(offer));
  let sent = 0;
  const inTurn = () => next((sent += 1) % OFFER_COUNT);
  await load(side, inTurn, WARM_UP, signal);
  await load(side, searchRequest, WARM_UP, signal);
  const { round, failures, firstFailure } = await load(side, inTurn, STEADY, signal);
  if (failures > 0) throw new Error(`the steady rate: ${firstFailure ?? ''}`);
  await drained(place, signal);
  say(`${round.requests_per_second.toFixed(0)} submits a second with ${STEADY.connections} in flight`);
  const startedAt = new Date();
  const rate = submits / BURST_SECONDS;
  const [answers, searches] = await Promise.all([
    steadyLoad(side, { rate, seconds: BURST_SECONDS, offers: OFFERS, next }, signal),
    steadyLoad(side, { ...SEARCHES, offers: [0], next: searchRequest }, signal),
  ]);
  say('all are answered; waiting until all are decided');
  await drained(place, signal);
  const leads = await place.db
    .collection('leads')
    .find({ received_at: trusted({ $gte: startedAt }) })
    .project<StoredLead & { _id: string }>({ state: 1, 'decision.at': 1 })
    .toArray();
  const endedAt = new Date(startedAt.getTime() + BURST_SECONDS * 1_000);
  const steady = round.requests_per_second;
  return {
    answers,
    searches,
    leads: leads.map(({ _id, ...lead }) => ({ ...lead, id: _id })),
    endedAt,
    steady,
  };
}

/** Waits until no lead is due: each is decided, or its buyer is. */
async function drained({ db }: Workspace, signal: AbortSignal): Promise<void> {
  const until = performance.now() + MAX_MS_TO_DRAIN;
  const waiting = { due_at: trusted({ $gt: new Date(0) }) };
  while ((await db.collection('leads').findOne(waiting, { projection: { _id: 1 } })) !== null) {
    if (performance.now() > until) return;
    await pause(500, undefined, { signal });
  }
}
