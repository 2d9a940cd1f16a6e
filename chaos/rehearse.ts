import { setMaxListeners } from 'node:events';
import type { mongo } from 'mongoose';
import { leadkeepCheck } from './leadkeep-check.js';
import { loadAndBreak, type Undergone } from './load-and-break.js';
import { newJournal, type Journal } from './load/journal.js';
import { callBack } from './operate/call-back.js';
import { keepBooks, type KeptBooks } from './operate/keep-books.js';
import { settleTruthfully } from './operate/settle-truthfully.js';
import type { ChaosOptions } from './options.js';
import { allReady, openPlace, type Environment } from './environment/environment.js';
import { readReceived } from './environment/sandbox-control.js';
import { offerId } from './plan/catalogue.js';
import { planOffers } from './plan/offers.js';
import { inventPeople } from './plan/people.js';
import { planVisits, type Visit } from './plan/visits.js';
import { reportOf, type Report } from './report.js';
import { settle, type Unsettled } from './settle.js';
import type { Evidence, StoredBookEntry, StoredLead } from './verdicts/evidence.js';
import { judge } from './verdicts/judge.js';

const LAST_WORD_MS = 30_000;

type Say = (line: string) => void;

/** Starts everything, runs load and faults, waits until nothing moves, and evaluates. Leaves nothing behind. */
export async function rehearse(options: ChaosOptions, signal: AbortSignal, say: Say): Promise<Report> {
  const { seed, submits, minutes, people } = options;
  // Dozens of visitors listen to it.
  setMaxListeners(0, signal);
  const began = performance.now();
  const perMinute = Math.ceil((submits / minutes) * 1.5);
  const environment = await openPlace({
    ...{ submits, perMinute, misbehaves: options.faults, signal, say },
    redis: options.redis,
    commandsHere: options.commandsHere ?? false,
  });
  try {
    for (const name of ['redis', 'mongo'] as const)
      if (environment.servers[name].parts.length === 0)
        say(`${name} is given by its address and not ours to kill: its faults are left out`);
    say(`everything is up after ${seconds(began)} s; ${submits} submits over ${minutes} min`);
    const journal = newJournal();
    const visits = planVisits(seed, inventPeople(seed, people), submits);
    const loaded = performance.now();
    const rested = new AbortController();
    const kept: KeptBooks = { acknowledged: new Set(), stages: new Set(), refused: 0, closed: 0 };
    const over = AbortSignal.any([rested.signal, signal]);
    const operating = { environment, seed, forMs: minutes * 60_000, kept, over, say };
    const settling = options.faults
      ? Promise.all([
          settleTruthfully(environment, over),
          keepBooks(operating),
          callBack(environment, kept, over),
        ])
      : undefined;
    settling?.catch(() => undefined);
    try {
      const undergone = await loadAndBreak(environment, journal, options, { visits, signal, say });
      const load = seconds(loaded);
      say(`the load ended after ${load} s, everything runs again`);
      const resting = performance.now();
      await allReady(environment.fleet, signal);
      await settle(environment.db, options.settleSeconds * 1_000, { signal, say });
      rested.abort();
      await settling;
      // The pending effects of the operator's last settlements.
      const rest = await settle(environment.db, LAST_WORD_MS, { signal, say });
      const times = { load, settle: seconds(resting) };
      say(`settled after ${times.settle} s`);
      return await conclude(environment, {
        options,
        journal,
        visits,
        undergone,
        kept,
        rest,
        began,
        times,
        signal,
        say,
      });
    } finally {
      rested.abort();
      await settling?.catch(() => undefined);
    }
  } finally {
    await environment.close();
  }
}

interface Rested {
  readonly options: ChaosOptions;
  readonly journal: Journal;
  readonly visits: readonly Visit[];
  readonly undergone: Undergone;
  readonly kept: KeptBooks;
  readonly rest: Unsettled;
  /** When it began, by `performance.now()`. */
  readonly began: number;
  /** In seconds. */
  readonly times: Omit<Report['seconds'], 'all'>;
  readonly signal: AbortSignal;
  readonly say: Say;
}

/** Compares both sides when nothing moves anymore. */
async function conclude(environment: Environment, about: Rested): Promise<Report> {
  const { options, journal, undergone, kept, rest, began, times, signal, say } = about;
  const evidence = await gather(environment, about);
  const checking = performance.now();
  const checked = await leadkeepCheck(environment, evidence, signal);
  say(`leadkeep check: ${checked.length} found, after ${seconds(checking)} s`);
  const { violations, filled } = judge(evidence, options.submits);
  const verdict = { violations: [...violations, ...checked], filled };
  return reportOf({
    options,
    servers: { redis: environment.servers.redis.way, mongo: environment.servers.mongo.way },
    ...{ journal, faults: undergone.faults, rest, evidence, kept, verdict, log: environment.fleet.log },
    seconds: { ...times, all: seconds(began) },
  });
}

/** Both sides, read when nothing moves anymore. */
async function gather(
  { db, sandboxUrl }: Environment,
  { journal, visits, undergone, kept }: Pick<Rested, 'journal' | 'visits' | 'undergone' | 'kept'>,
): Promise<Evidence> {
  const handles = new Map(planOffers(0).map(({ handle }, n) => [offerId(n), handle]));
  const leads = await readAll<StoredLead>(db, 'leads');
  return {
    leads: new Map(
      leads.map((lead) => [lead._id, { ...lead, offer_handle: handles.get(lead.offer_id) ?? '' }]),
    ),
    searches: new Set((await readAll<{ _id: string }>(db, 'searches', { _id: 1 })).map(({ _id }) => _id)),
    received: await readReceived(sandboxUrl),
    acknowledged: [...journal.acknowledged.values()],
    acknowledgedSearches: journal.searches,
    entries: await readAll<StoredBookEntry>(db, 'entries', { kind: 1, lead_id: 1, own_reference: 1 }),
    acknowledgedEntries: kept.acknowledged,
    stages: new Set((await readAll<{ _id: string }>(db, 'lead_stages', { _id: 1 })).map(({ _id }) => _id)),
    acknowledgedStages: kept.stages,
    withoutConsent: new Set(
      visits.flatMap(({ submits }) =>
        submits.filter(({ consent }) => consent !== true).map(({ key }) => key),
      ),
    ),
    history: undergone.history,
    struck: undergone.faults,
  };
}

const readAll = async <Row>(db: mongo.Db, name: string, projection = {}): Promise<Row[]> =>
  (await db.collection(name).find({}, { projection }).toArray()) as unknown as Row[];

const seconds = (since: number): number => Math.round((performance.now() - since) / 100) / 10;
