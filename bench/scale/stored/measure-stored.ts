import { createConnection, type Connection } from 'mongoose';
import { benchCatalogue } from '../../catalogue.js';
import { load } from '../../load.js';
import { OPERATIONS } from '../../operations.js';
import type { BenchOptions } from '../../options.js';
import { check, stockFor } from '../../rounds.js';
import type { OurSide } from '../../start-ours.js';
import { median } from '../../statistics.js';
import { withProcesses } from '../../with-processes.js';
import { startBesideBuyer, type Say, type ScaleReport } from '../scale-run.js';
import { fillStored } from './fill.js';
import { createReads, timeOf } from './reads.js';
import { storedReport, type StoredTimes } from './stored-report.js';

const CALLS = OPERATIONS.filter(({ name }) => name !== 'results');
const WARM_UP_SECONDS = 2;

interface Running {
  readonly leads: number;
  /** No stored lead is newer. */
  readonly until: Date;
  readonly side: OurSide;
  readonly connection: Connection;
  /** Milliseconds of each round, by operation. */
  readonly times: Map<string, number[]>;
}

/**
 * Calls, lists and a sweep on databases with few and with many stored leads. The sizes take turns, each with processes of
 * its own, so that a busy machine slows all of them.
 */
export function measureStored(
  { leads: sizes, keep, rounds, seconds, connections: [connections = 16] }: BenchOptions,
  signal: AbortSignal,
  say: Say,
): Promise<ScaleReport> {
  return withProcesses(async (openOwn, processes) => {
    const all: Running[] = [];
    try {
      for (const leads of sizes) {
        const place = await openOwn(keep === undefined ? undefined : `${keep}_${leads}`);
        say(`${leads} leads`);
        const until = await fillStored(place.db, leads, { signal, say });
        const side = await startBesideBuyer({ place, processes, signal, catalogueOf: benchCatalogue });
        const connection = await createConnection(place.mongoUrl).asPromise();
        all.push({ leads, until, side, connection, times: new Map() });
      }
      const atOnce = { connections, seconds };
      for (const running of all)
        await measureCalls(running, { connections, seconds: WARM_UP_SECONDS }, signal);
      for (const running of all) running.times.clear();
      for (let round = 1; round <= rounds; round += 1) {
        say(`round ${round} of ${rounds}`);
        for (const running of all) await measureCalls(running, atOnce, signal);
        for (const running of all) await measureReads(running);
      }
      return storedReport(
        all.map(({ leads, times }) => timesOf(leads, times)),
        connections,
      );
    } finally {
      for (const { connection } of all) await connection.close();
    }
  });
}

async function measureCalls(
  { side, times }: Running,
  atOnce: { readonly connections: number; readonly seconds: number },
  signal: AbortSignal,
): Promise<void> {
  for (const operation of CALLS) {
    await stockFor(operation, side, { ...atOnce, signal });
    const loaded = await load(side, () => operation.next(side), atOnce, signal);
    check(operation, side, loaded);
    operation.after?.(side, loaded.answers);
    note(times, operation.name, 1_000 / loaded.round.requests_per_second);
  }
}

async function measureReads({ connection, until, times }: Running): Promise<void> {
  for (const [name, read] of Object.entries(createReads(connection, until)))
    note(times, name, await timeOf(read));
}

const note = (times: Map<string, number[]>, name: string, ms: number): void => {
  times.set(name, [...(times.get(name) ?? []), ms]);
};

const timesOf = (leads: number, times: ReadonlyMap<string, readonly number[]>): StoredTimes => ({
  leads,
  ms: Object.fromEntries([...times].map(([name, all]) => [name, median(all)])),
});
