import { setMaxListeners } from 'node:events';
import type { mongo } from 'mongoose';
import { leadkeepCheck } from './leadkeep-check.js';
import { newJournal, type Journal } from './load/journal.js';
import { openClient } from './load/client.js';
import { runLoad } from './load/run-load.js';
import { makeVisit } from './load/visit.js';
import type { ChaosOptions } from './options.js';
import { breakThings, type Done } from './place/break-things.js';
import { allReady, openPlace, type Place } from './place/place.js';
import { readReceived } from './place/sandbox-control.js';
import { planFaults } from './plan/faults.js';
import { inventPeople } from './plan/people.js';
import { planVisits } from './plan/visits.js';
import { reportOf, type Report } from './report.js';
import { settle } from './settle.js';
import type { Evidence, StoredLead } from './verdicts/evidence.js';
import { judge } from './verdicts/judge.js';

type Say = (line: string) => void;

/** Brings everything up, lets it be used and broken, waits until it rests, and judges. Leaves nothing behind. */
export async function rehearse(options: ChaosOptions, signal: AbortSignal, say: Say): Promise<Report> {
  const { submits, minutes } = options;
  // Dozens of visitors wait on it.
  setMaxListeners(0, signal);
  const began = performance.now();
  const perMinute = Math.ceil((submits / minutes) * 1.5);
  const place = await openPlace({ submits, perMinute, signal, say });
  try {
    for (const name of ['redis', 'mongo'] as const)
      if (place.servers[name].parts.length === 0)
        say(`${name} is given by its address and not ours to kill: its faults are left out`);
    say(`everything is up after ${seconds(began)} s; ${submits} submits over ${minutes} min`);
    const journal = newJournal();
    const loaded = performance.now();
    const faults = await loadAndBreak(place, journal, options, signal, say);
    const load_seconds = seconds(loaded);
    say(`the load ended after ${load_seconds} s, everything runs again`);
    const settling = performance.now();
    await allReady(place.fleet, signal);
    const rest = await settle(place.db, options.settleSeconds * 1_000, signal);
    const settle_seconds = seconds(settling);
    say(`settled after ${settle_seconds} s`);
    const evidence = await gather(place, journal);
    const checking = performance.now();
    const checked = await leadkeepCheck(place, evidence, signal);
    say(`leadkeep check: ${checked.length} found, after ${seconds(checking)} s`);
    const { violations, filled } = judge(evidence, submits);
    const verdict = { violations: [...violations, ...checked], filled };
    return reportOf({
      options,
      servers: { redis: place.servers.redis.way, mongo: place.servers.mongo.way },
      ...{ journal, faults, rest, evidence, verdict, log: place.fleet.log },
      seconds: { load: load_seconds, settle: settle_seconds, all: seconds(began) },
    });
  } finally {
    await place.close();
  }
}

async function loadAndBreak(
  place: Place,
  journal: Journal,
  { seed, submits, minutes, people, cutMinutes }: ChaosOptions,
  signal: AbortSignal,
  say: Say,
): Promise<Done[]> {
  const { servers, fleet, key } = place;
  const urls = fleet.members.filter(({ role }) => role === 'web').map(({ url }) => url);
  const client = openClient({ urls, key, journal, signal });
  const over = new AbortController();
  const ended = AbortSignal.any([over.signal, signal]);
  setMaxListeners(0, ended);
  const done: Done[] = [];
  const breaking = breakThings({
    place,
    faults: planFaults(seed, {
      redis: servers.redis.parts.length > 0,
      mongo: servers.mongo.parts.length > 0,
    }),
    over: ended,
    onDone: (one) => {
      done.push(one);
      say(`${one.at.toFixed(1)} s: ${one.kind} ${one.what} (${journal.acknowledged.size} acknowledged)`);
    },
  });
  const loading = runLoad({
    visits: planVisits(seed, inventPeople(seed, people), submits),
    forMs: minutes * 60_000,
    ...(cutMinutes === undefined ? {} : { cutMs: cutMinutes * 60_000 }),
    signal,
    visit: (visit) => makeVisit(client, journal, visit),
  });
  try {
    await Promise.race([loading, breaking.then(() => loading)]);
  } finally {
    over.abort();
    await Promise.allSettled([breaking, loading]);
    await client.close();
  }
  await breaking;
  return done;
}

/** Both sides, read when nothing moves any more. */
async function gather({ db, sandboxUrl }: Place, journal: Journal): Promise<Evidence> {
  return {
    leads: new Map((await readAll<StoredLead>(db, 'leads')).map((lead) => [lead._id, lead])),
    searches: new Set((await readAll<{ _id: string }>(db, 'searches', { _id: 1 })).map(({ _id }) => _id)),
    received: await readReceived(sandboxUrl),
    acknowledged: [...journal.acknowledged.values()],
    acknowledgedSearches: journal.searches,
  };
}

const readAll = async <Row>(db: mongo.Db, name: string, projection = {}): Promise<Row[]> =>
  (await db.collection(name).find({}, { projection }).toArray()) as unknown as Row[];

const seconds = (since: number): number => Math.round((performance.now() - since) / 100) / 10;
