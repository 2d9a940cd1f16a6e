import { benchCatalogue } from '../catalogue.js';
import { load, type Loaded } from '../load.js';
import { OPERATIONS, type Operation } from '../operations.js';
import type { BenchOptions } from '../options.js';
import type { Workspace } from '../workspace.js';
import { OUR_DIST, type Processes } from '../processes.js';
import { readRedisCpu } from '../redis-cpu.js';
import { check, stockFor } from '../rounds.js';
import { startOurs, type OurSide } from '../start-ours.js';
import { median } from '../statistics.js';
import { perCall } from '../usage.js';
import { withProcesses } from '../with-processes.js';
import { medianRound, ofEach, PARTS, readParts, type Parts, type PartsRound } from './parts.js';

const MEASURED = OPERATIONS.filter(({ name }) => name === 'search' || name === 'submit');
const WARM_UP_SECONDS = 2;

export interface CopiesReport {
  /** In flight at each `web`. */
  readonly connections: number;
  readonly measured: readonly (PartsRound & { readonly operation: string; readonly copies: number })[];
}

type Say = (line: string) => void;

/**
 * One, two and more of `web` and of each worker on one database: whether a call costs the same in each. The machine's
 * cores are shared by all, so the rate tells of the machine and the CPU of a call tells of the build. Each process has as
 * many calls in flight as it has alone, because calls share commands.
 */
export async function measureCopies(
  { copies = [1, 2, 4], ...options }: BenchOptions,
  signal: AbortSignal,
  say: Say,
): Promise<CopiesReport> {
  const connections = options.connections[0] ?? 16;
  const measured: CopiesReport['measured'][number][] = [];
  for (const count of copies) {
    const ofCount = await withProcesses(async (openOwn, processes) =>
      measureWith(count, { place: await openOwn(), processes, options, connections, signal, say }),
    );
    measured.push(...ofCount);
  }
  return { connections, measured };
}

interface Setting {
  readonly place: Workspace;
  readonly processes: Processes;
  readonly options: Pick<BenchOptions, 'rounds' | 'seconds'>;
  readonly connections: number;
  readonly signal: AbortSignal;
  readonly say: Say;
}

async function measureWith(copies: number, setting: Setting): Promise<CopiesReport['measured'][number][]> {
  const { place, processes, options, signal, say } = setting;
  const { url } = (await processes.fork('buyer', { dist: OUR_DIST, entry: 'bench/buyer.js' }, {})) as {
    url: string;
  };
  const shared = { name: 'leadkeep', dist: OUR_DIST, place, processes, signal } as const;
  const side = await startOurs({ ...shared, catalogue: benchCatalogue(url), copies });
  const measured: CopiesReport['measured'][number][] = [];
  for (const operation of MEASURED) {
    await measureRound(operation, side, { ...setting, options: { rounds: 1, seconds: WARM_UP_SECONDS } });
    const rounds: PartsRound[] = [];
    while (rounds.length < options.rounds) rounds.push(await measureRound(operation, side, setting));
    const middle = medianRound(rounds);
    say(`${operation.name} with ${copies} of each: ${middle.calls_per_second.toFixed(0)}/s`);
    measured.push({ operation: operation.name, copies, ...middle });
  }
  return measured;
}

async function measureRound(operation: Operation, side: OurSide, setting: Setting): Promise<PartsRound> {
  const { connections, options, signal } = setting;
  const atOnce = { connections, seconds: options.seconds };
  await stockFor(operation, side, { ...atOnce, signal }, side.originsOf.web.length);
  const { redisUrl } = setting.place;
  const redisBefore = await readRedisCpu(redisUrl);
  const before = await readParts([side]);
  const loads = await Promise.all(
    side.originsOf.web.map((url) =>
      load({ url, headers: side.headers }, () => operation.next(side), atOnce, signal),
    ),
  );
  const after = await readParts([side]);
  const redis_s = (await readRedisCpu(redisUrl)) - redisBefore;
  return roundOf(operation, side, loads, { before, after, redis_s });
}

function roundOf(
  operation: Operation,
  side: OurSide,
  loads: readonly Loaded[],
  { before, after, redis_s }: { readonly before: Parts; readonly after: Parts; readonly redis_s: number },
): PartsRound {
  for (const one of loads) check(operation, side, one);
  const answers = loads.flatMap((one) => one.answers);
  operation.after?.(side, answers);
  const used = ofEach((part) => perCall(before[part], after[part], answers.length));
  return {
    calls_per_second: loads.reduce((sum, { round }) => sum + round.requests_per_second, 0),
    p50_ms: median(loads.map(({ round }) => round.p50_ms)),
    p99_ms: Math.max(...loads.map(({ round }) => round.p99_ms)),
    cpu_ms: ofEach((part) => used[part].cpu_ms),
    redis_ms: (redis_s * 1_000) / answers.length,
    commands: PARTS.reduce((sum, part) => sum + (used[part].commands ?? 0), 0),
  };
}
