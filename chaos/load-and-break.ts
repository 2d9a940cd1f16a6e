import { setMaxListeners } from 'node:events';
import { openClient } from './load/client.js';
import type { Journal } from './load/journal.js';
import { runLoad } from './load/run-load.js';
import { makeVisit } from './load/visit.js';
import { changeCatalogue } from './operate/change-catalogue.js';
import type { ChaosOptions } from './options.js';
import { breakThings, type Done } from './environment/break-things.js';
import type { Environment } from './environment/environment.js';
import type { InForce } from './plan/catalogue-state.js';
import { planChanges } from './plan/changes.js';
import { planFaults } from './plan/faults.js';
import type { Visit } from './plan/visits.js';

/** What happened to the service during the load. */
export interface Undergone {
  readonly faults: readonly Done[];
  readonly history: readonly InForce[];
}

/** Runs the load while things break and operators change the catalogue. All end with the last answer. */
export async function loadAndBreak(
  environment: Environment,
  journal: Journal,
  { seed, submits, minutes, faults: withFaults, cutMinutes, redis }: ChaosOptions,
  about: {
    readonly visits: readonly Visit[];
    readonly signal: AbortSignal;
    readonly say: (line: string) => void;
  },
): Promise<Undergone> {
  const { visits, signal, say } = about;
  const { servers, fleet, key } = environment;
  const urls = fleet.members.filter(({ role }) => role === 'web').map(({ url }) => url);
  const client = openClient({ urls, key, journal, signal });
  const over = new AbortController();
  const ended = AbortSignal.any([over.signal, signal]);
  setMaxListeners(0, ended);
  const forMs = minutes * 60_000;
  const ours = {
    redis: servers.redis.parts.length > 0 && (redis === 'cluster' || ('storms' as const)),
    mongo: servers.mongo.parts.length > 0,
  };
  const done: Done[] = [];
  const breaking = breakThings({
    environment,
    faults: withFaults ? planFaults(seed, ours) : [],
    over: ended,
    onDone: (one) => {
      done.push(one);
      say(`${one.at.toFixed(1)} s: ${one.kind} ${one.what} (${journal.acknowledged.size} acknowledged)`);
    },
  });
  const changing = changeCatalogue({
    environment,
    submits,
    changes: withFaults ? planChanges(seed, forMs) : [],
    over: ended,
    signal,
    onDone: ({ kind, what, buyer }) => {
      say(`catalogue: ${kind} ${what}${buyer === undefined ? '' : ` to ${buyer}`}`);
    },
  });
  const loading = runLoad({
    visits,
    forMs,
    ...(cutMinutes === undefined ? {} : { cutMs: cutMinutes * 60_000 }),
    signal,
    visit: (visit) => makeVisit(client, journal, visit),
  });
  try {
    await Promise.race([loading, breaking.then(() => loading), changing.then(() => loading)]);
  } finally {
    over.abort();
    await Promise.allSettled([breaking, changing, loading]);
    await client.close();
  }
  await breaking;
  return { faults: done, history: await changing };
}
