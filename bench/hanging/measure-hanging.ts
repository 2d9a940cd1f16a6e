import { benchCatalogue, OFFER_COUNT, offerId } from '../catalogue.js';
import type { BenchOptions } from '../options.js';
import type { Workspace } from '../workspace.js';
import { OUR_DIST, type Processes } from '../processes.js';
import { directRequest } from '../requests.js';
import type { Side } from '../side.js';
import { startOurs } from '../start-ours.js';
import { median, percentile } from '../statistics.js';
import { withProcesses } from '../with-processes.js';
import { steadyLoad, type Timed } from './steady-load.js';

/** The last offer's leads go to an address that never answers; eight others work. */
const HANGING = OFFER_COUNT - 1;
const HEALTHY = [0, 1, 2, 3, 4, 5, 6, 7];
const SECONDS = 60;
const WARM_UP_SECONDS = 10;

/** By which factor the healthy buyers' p99 may grow. */
const MAX_GROWTH = 1.2;

interface Healthy {
  readonly submits: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
}

/** One round: the same rate for the healthy buyers without the one that hangs, then with it. */
interface Round {
  readonly alone: Healthy;
  readonly beside_a_hanging_one: Healthy;
  /** Submits to the buyer that hangs, and the outcomes of its leads. */
  readonly hanging: { readonly submits: number; readonly attempts: number; readonly unknown: number };
}

export interface HangingReport {
  readonly submits_per_second: number;
  readonly seconds: number;
  readonly rounds: readonly Round[];
  /** The median of the rounds' p99 beside the one that hangs, over that without it. */
  readonly p99_ratio: number;
  readonly within_aim: boolean;
}

type Say = (line: string) => void;

/**
 * Healthy buyers' latency at a steady rate, alone and with one buyer beside them that hangs on every call, in rounds on
 * a database and processes of their own: a disk that stalls for half a second decides the p99 of a minute.
 */
export async function measureHanging(
  options: BenchOptions,
  signal: AbortSignal,
  say: Say,
): Promise<HangingReport> {
  const rounds: Round[] = [];
  while (rounds.length < options.rounds) {
    say(`round ${rounds.length + 1} of ${options.rounds}`);
    rounds.push(await measureRound(options.rate, signal, say));
  }
  const p99 = (of: (round: Round) => Healthy): number => median(rounds.map((round) => of(round).p99_ms));
  const p99_ratio = p99((round) => round.beside_a_hanging_one) / p99(({ alone }) => alone);
  return {
    submits_per_second: options.rate,
    seconds: SECONDS,
    rounds,
    p99_ratio,
    within_aim: p99_ratio <= MAX_GROWTH,
  };
}

function measureRound(rate: number, signal: AbortSignal, say: Say): Promise<Round> {
  return withProcesses(async (openOwn, processes) =>
    measureIn(await openOwn(), processes, rate, signal, say),
  );
}

async function measureIn(
  place: Workspace,
  processes: Processes,
  rate: number,
  signal: AbortSignal,
  say: Say,
): Promise<Round> {
  const { url } = (await processes.fork('buyer', { dist: OUR_DIST, entry: 'bench/buyer.js' }, {})) as {
    url: string;
  };
  const catalogue = benchCatalogue(url, new URL('/hang', url).href);
  const ours = await startOurs({ name: 'leadkeep', dist: OUR_DIST, place, catalogue, processes, signal });
  const perBuyer = rate / (HEALTHY.length + 1);
  await run(ours, HEALTHY, perBuyer, WARM_UP_SECONDS, signal);
  say(`${SECONDS} s without the buyer that hangs`);
  const alone = await run(ours, HEALTHY, perBuyer, SECONDS, signal);
  say(`${SECONDS} s with it`);
  const beside = await run(ours, [...HEALTHY, HANGING], perBuyer, SECONDS, signal);
  const leads = place.db.collection('leads');
  const to = { offer_id: offerId(HANGING) };
  const [attempts, unknown] = await Promise.all([
    leads.countDocuments({ ...to, 'attempts.0.number': 1 }),
    leads.countDocuments({ ...to, state: { $in: ['unknown', 'sending'] } }),
  ]);
  return {
    alone: healthy(alone),
    beside_a_hanging_one: healthy(beside),
    hanging: { submits: beside.filter(({ offer }) => offer === HANGING).length, attempts, unknown },
  };
}

const run = (
  side: Side,
  offers: readonly number[],
  perBuyer: number,
  seconds: number,
  signal: AbortSignal,
): Promise<Timed[]> => {
  const next = (offer: number) => directRequest(offerId(offer));
  return steadyLoad(side, { rate: perBuyer * offers.length, seconds, offers, next }, signal);
};

/** Throws if a healthy buyer's lead was not accepted: the round would measure something else. */
function healthy(timed: readonly Timed[]): Healthy {
  const own = timed.filter(({ offer }) => offer !== HANGING);
  const other = own.find(({ body }) => (JSON.parse(body) as { code?: string }).code !== 'ACCEPTED');
  if (other) throw new Error(`a healthy buyer's lead: HTTP ${other.status} ${other.body.slice(0, 300)}`);
  const times = own.map(({ ms }) => ms);
  return { submits: own.length, p50_ms: percentile(times, 0.5), p99_ms: percentile(times, 0.99) };
}

export function tableOfHanging({ rounds, submits_per_second, seconds, p99_ratio }: HangingReport): string {
  const line = (what: string, { submits, p50_ms, p99_ms }: Healthy): string =>
    `${what.padEnd(34)} ${String(submits).padStart(6)} ${p50_ms.toFixed(1).padStart(8)} ${p99_ms.toFixed(1).padStart(8)}`;
  const lines = rounds.flatMap(({ alone, beside_a_hanging_one, hanging }, i) => [
    line(`${i + 1}. without it`, alone),
    line(`${i + 1}. beside it`, beside_a_hanging_one),
    `   the one that hangs: ${hanging.submits} submits, ${hanging.attempts} sent, ${hanging.unknown} of these without an answer; the others wait`,
  ]);
  return [
    `Eight healthy buyers, ${submits_per_second} submits a second with the one that hangs, ${seconds} s each`,
    `${''.padEnd(34)} submits   p50 ms   p99 ms`,
    ...lines,
    `p99, median of the rounds: ${p99_ratio.toFixed(2)} times (at most ${MAX_GROWTH})`,
  ].join('\n');
}
