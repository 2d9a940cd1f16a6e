import { benchCatalogue, OFFER_COUNT, offerId } from '../catalogue.js';
import { steadyLoad } from '../hanging/steady-load.js';
import { load } from '../load.js';
import { directRequest, searchRequest, type BenchRequest } from '../requests.js';
import { percentile } from '../statistics.js';
import { withProcesses } from '../with-processes.js';
import { MEMORY_FLAGS, readMemory } from './memory.js';
import { startBesideBuyer, type Say, type ScaleReport } from './scale-run.js';
import { soakReport, type Minute } from './soak-report.js';

const WARM_UP = { connections: 16, seconds: 5 };
const PEAK = { connections: 32, seconds: 20 };
/** The share of the peak that the soak sends. */
const SHARE = 0.7;
const SEARCH = OFFER_COUNT;

/** Searches and direct submits in turn, at most of the peak for many minutes: memory and latency must stay. */
export function measureSoak(length: number, signal: AbortSignal, say: Say): Promise<ScaleReport> {
  return withProcesses(async (openOwn, processes) => {
    const place = await openOwn();
    const side = await startBesideBuyer({
      ...{ place, processes, signal, catalogueOf: benchCatalogue },
      flags: MEMORY_FLAGS,
    });
    let sent = 0;
    const inTurn = () => requestOf((sent += 1) % 2 === 0 ? SEARCH : sent % OFFER_COUNT);
    await load(side, inTurn, WARM_UP, signal);
    const { round, failures, firstFailure } = await load(side, inTurn, PEAK, signal);
    if (failures > 0) throw new Error(`the peak: ${firstFailure ?? ''}`);
    const rate = Math.max(1, Math.floor(round.requests_per_second * SHARE));
    say(`${round.requests_per_second.toFixed(0)} calls a second at most; ${rate} from now on`);
    const offers = Array.from({ length: OFFER_COUNT }, (_, n) => [n, SEARCH]).flat();
    const minutes: Minute[] = [];
    while (minutes.length < length) {
      const result = await steadyLoad(side, { rate, seconds: 60, offers, next: requestOf }, signal);
      const bad = result.find(({ status }) => status !== 200);
      if (bad) throw new Error(`minute ${minutes.length + 1}: HTTP ${bad.status} ${bad.body.slice(0, 300)}`);
      const times = result.map(({ ms }) => ms);
      const memory = await readMemory(side);
      const minute = { p50_ms: percentile(times, 0.5), p99_ms: percentile(times, 0.99), memory };
      minutes.push(minute);
      say(`minute ${minutes.length}: p50 ${minute.p50_ms.toFixed(0)} ms, p99 ${minute.p99_ms.toFixed(0)} ms`);
    }
    const { requests_per_second: peak_per_second } = round;
    return soakReport({ peak_per_second, rate, minutes });
  });
}

const requestOf = (what: number): BenchRequest =>
  what === SEARCH ? searchRequest() : directRequest(offerId(what));
