import { mongo } from 'mongoose';
import { join } from 'node:path';
import { manyOffers } from '../catalogue.js';
import { loadKeeping } from '../load.js';
import type { Answer } from '../operations.js';
import type { BenchOptions } from '../options.js';
import type { Workspace } from '../workspace.js';
import { searchRequest } from '../requests.js';
import type { OurSide } from '../start-ours.js';
import { median } from '../statistics.js';
import { perCall, readUsage } from '../usage.js';
import { withProcesses } from '../with-processes.js';
import { offersReport, type OffersMeasured, type OffersRound } from './offers-report.js';
import { startBesideBuyer, type Say, type ScaleReport } from './scale-run.js';

const MATCHING = 10;
const WARM_UP_SECONDS = 3;

interface Running {
  readonly offers: number;
  readonly place: Workspace;
  readonly side: OurSide;
  readonly rounds: OffersRound[];
  answer: string;
}

/**
 * Searches of campaigns of 10, 100, 1,000 offers of which the same ten match. The sizes take turns, each with processes and
 * a database of its own, so that a busy machine slows all of them.
 */
export function measureOffers(
  options: Pick<BenchOptions, 'offers' | 'rounds' | 'seconds' | 'connections' | 'profile'>,
  signal: AbortSignal,
  say: Say,
): Promise<ScaleReport> {
  const { offers: sizes, rounds, seconds, profile } = options;
  const connections = options.connections[0] ?? 16;
  return withProcesses(async (openOwn, processes) => {
    const all: Running[] = [];
    for (const offers of sizes) {
      const place = await openOwn();
      const side = await startBesideBuyer({
        ...{ place, processes, signal },
        // However slow it is: a search that is still running is answered with less.
        settings: { SEARCH_WAIT_MS: '30000' },
        catalogueOf: (url) => manyOffers(url, offers, MATCHING),
        ...(profile === undefined ? {} : { profile: join(profile, String(offers)) }),
      });
      const running = { offers, place, side, rounds: [], answer: '' };
      all.push(running);
      await measureRound(running, { connections, seconds: WARM_UP_SECONDS }, signal);
    }
    for (let round = 1; round <= rounds; round += 1)
      for (const running of all) {
        const measured = await measureRound(running, { connections, seconds }, signal);
        running.rounds.push(measured);
        say(
          `${running.offers} offers: ${measured.calls_per_second.toFixed(0)}/s, ` +
            `p50 ${measured.p50_ms.toFixed(0)} ms, web ${measured.web_ms.toFixed(2)}, search ${measured.search_ms.toFixed(2)}`,
        );
      }
    return offersReport(await Promise.all(all.map(middleOf)), connections);
  });
}

async function measureRound(
  running: Running,
  atOnce: { readonly connections: number; readonly seconds: number },
  signal: AbortSignal,
): Promise<OffersRound> {
  const { side, offers } = running;
  const { web, search } = side.originsOf;
  const before = await Promise.all([readUsage([web]), readUsage([search])]);
  let last = '';
  const loaded = await loadKeeping(side, searchRequest, atOnce, signal, (body) => {
    last = body;
    return body.length;
  });
  const { round, answers: lengths, failures, firstFailure } = loaded;
  const after = await Promise.all([readUsage([web]), readUsage([search])]);
  // All are as long as the last one, which is looked at: ids and times have one length.
  const sizes = [...new Set(lengths)];
  const isRight = isWhole(JSON.parse(last || '{}') as Answer) && sizes.length === 1;
  if (failures > 0 || !isRight)
    throw new Error(`${offers} offers: ${firstFailure ?? `${sizes.join()} ${last.slice(0, 300)}`}`);
  running.answer = last;
  const cpu = (part: 0 | 1): number => perCall(before[part], after[part], lengths.length).cpu_ms;
  const { requests_per_second, p50_ms, p99_ms } = round;
  return { calls_per_second: requests_per_second, p50_ms, p99_ms, web_ms: cpu(0), search_ms: cpu(1) };
}

const isWhole = ({ processing_done, offers }: Answer): boolean =>
  processing_done === true && offers?.length === MATCHING;

async function middleOf({ offers, place, rounds, answer }: Running): Promise<OffersMeasured> {
  const stored = await place.db.collection('searches').findOne({ state: 'done' });
  const middle = (of: (round: OffersRound) => number): number => median(rounds.map(of));
  return {
    ...{ offers, answer_bytes: Buffer.byteLength(answer) },
    stored_bytes: stored === null ? 0 : mongo.BSON.calculateObjectSize(stored),
    calls_per_second: middle((round) => round.calls_per_second),
    p50_ms: middle((round) => round.p50_ms),
    p99_ms: middle((round) => round.p99_ms),
    web_ms: middle((round) => round.web_ms),
    search_ms: middle((round) => round.search_ms),
  };
}
