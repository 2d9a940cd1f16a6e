import { setTimeout as pause } from 'node:timers/promises';
import { medianRound, ofEach, PARTS, readParts, type Part } from '../copies/parts.js';
import { OPERATIONS, type Operation } from '../operations.js';
import type { BenchOptions } from '../options.js';
import { readRedisCpu } from '../redis-cpu.js';
import { median, percentile } from '../statistics.js';
import { perCall, readUsage } from '../usage.js';
import { readCores } from './cores.js';
import { pacedLoad, type Pace } from './paced-load.js';
import { warmUp } from './warm-up.js';
import { withStub, type Running, type Setup } from './with-stub.js';

type Stubbed = Pick<BenchOptions, 'rounds' | 'seconds' | 'latency' | 'searchRate' | 'submitRate'>;
type Say = (line: string) => void;

const SETTLE_MS = 3_000;
const IDLE_SECONDS = 10;

/** CPU in milliseconds: of a call, or of an idle second. */
export interface Used {
  readonly cpu_ms: Readonly<Record<Part, number>>;
  readonly redis_ms: number;
  readonly stub_ms: number;
  readonly commands: number;
  /** Which share of the machine's cores was busy with this, and with anything else. */
  readonly busy: number;
  readonly other: number;
}

export interface StubRound extends Used {
  readonly calls_per_second: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
}

export interface MeasuredSetup extends Setup {
  readonly idle: Used;
  readonly operations: readonly (StubRound & { readonly operation: Operation['name'] })[];
}

export interface StubReport {
  readonly latency_ms: number;
  readonly measured: readonly MeasuredSetup[];
}

/**
 * What one more of each process costs a call: at a fixed rate for each `web`, so that every process does as much as it does
 * alone, on a stub whose answers take a fixed time. Beside each number of copies, as many installations of one of each are
 * measured. These share the machine, the server of Redis and the stub, but no queue and no record: what grows there too
 * is not the build's.
 */
export async function measureStub(
  { copies = [1, 2, 4], ...options }: BenchOptions,
  signal: AbortSignal,
  say: Say,
): Promise<StubReport> {
  const setups = copies.flatMap((count): Setup[] => [
    { installations: 1, copies: count },
    ...(count > 1 ? [{ installations: count, copies: 1 }] : []),
  ]);
  const measured: MeasuredSetup[] = [];
  for (const setup of setups) {
    say(`${setup.copies} of each${setup.installations > 1 ? `, ${setup.installations} times` : ''}`);
    measured.push(
      await withStub(setup, { latencyMs: options.latency }, signal, (running) =>
        measureIn(running, setup, { options, signal, say }),
      ),
    );
  }
  return { latency_ms: options.latency, measured };
}

interface Context {
  readonly options: Stubbed;
  readonly signal: AbortSignal;
  readonly say: Say;
}

async function measureIn(running: Running, setup: Setup, context: Context): Promise<MeasuredSetup> {
  const { options, signal, say } = context;
  const search = { operation: named('search'), rate: options.searchRate };
  const submit = { operation: named('submit'), rate: options.submitRate };
  for (const { operation } of [search, submit]) await warmUp(operation, running.sides, signal);
  await pause(SETTLE_MS, undefined, { signal });
  const idle = await measured(running, IDLE_SECONDS, () =>
    pause(IDLE_SECONDS * 1_000, undefined, { signal }),
  );
  const operations: MeasuredSetup['operations'][number][] = [];
  for (const { operation, rate } of [search, submit]) {
    const rounds: StubRound[] = [];
    while (rounds.length < options.rounds) {
      const round = await measureRound(operation, running, { rate, seconds: options.seconds }, signal);
      const ours = `${together(round).toFixed(2)} ms of CPU`;
      const other = `${percent(round.other)} of the cores busy with other work`;
      say(`${operation.name}: ${round.calls_per_second.toFixed(0)}/s, ${ours}, ${other}`);
      rounds.push(round);
    }
    operations.push({ operation: operation.name, ...medianOf(rounds) });
  }
  return { ...setup, idle: idle.used, operations };
}

/** The CPU of our own processes, without Redis and the stub. */
export const together = ({ cpu_ms }: Pick<Used, 'cpu_ms'>): number =>
  PARTS.reduce((sum, part) => sum + cpu_ms[part], 0);

export const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

function named(name: Operation['name']): Operation {
  const operation = OPERATIONS.find((one) => one.name === name);
  if (!operation) throw new Error(`no operation ${name}`);
  return operation;
}

async function measureRound(
  operation: Operation,
  running: Running,
  pace: Pace,
  signal: AbortSignal,
): Promise<StubRound> {
  const { sides } = running;
  if (operation.stock === 'one each') await stockFor(running, pace, signal);
  await pause(SETTLE_MS, undefined, { signal });
  const webs = sides.flatMap(({ originsOf }) => originsOf.web).length;
  const began = performance.now();
  const { used, result } = await measured(running, pace.rate * pace.seconds * webs, () =>
    pacedLoad(operation, sides, pace, signal),
  );
  const seconds = (performance.now() - began) / 1_000;
  const times = result.flatMap(({ calls }) => calls.map(({ ms }) => ms));
  return {
    ...used,
    calls_per_second: times.length / seconds,
    p50_ms: percentile(times, 0.5),
    p99_ms: percentile(times, 0.99),
  };
}

/** Searches until each submit of a round has one. */
async function stockFor({ sides }: Running, { rate, seconds }: Pace, signal: AbortSignal): Promise<void> {
  const lacks = (): boolean =>
    sides.some(({ stock, originsOf }) => stock.length < rate * seconds * originsOf.web.length);
  while (lacks()) await pacedLoad(named('search'), sides, { rate, seconds }, signal);
}

/** Runs the work, and tells what everybody used meanwhile, for each of so many calls or seconds. */
async function measured<Result>(
  running: Running,
  count: number,
  work: () => Promise<Result>,
): Promise<{ readonly used: Used; readonly result: Result }> {
  const before = await readAll(running);
  const result = await work();
  const after = await readAll(running);
  const parts = ofEach((part) => perCall(before.parts[part], after.parts[part], count));
  const stub_ms = perCall(before.stub, after.stub, count).cpu_ms;
  const redis_ms = ((after.redis_s - before.redis_s) * 1_000) / count;
  const load_ms = (after.own_ms - before.own_ms) / count;
  const cpu_ms = ofEach((part) => parts[part].cpu_ms);
  const known_ms = (together({ cpu_ms }) + stub_ms + redis_ms + load_ms) * count;
  const all_ms = after.cores.all_ms - before.cores.all_ms;
  const used = {
    ...{ cpu_ms, redis_ms, stub_ms },
    commands: PARTS.reduce((sum, part) => sum + (parts[part].commands ?? 0), 0),
    busy: known_ms / all_ms,
    other: (after.cores.busy_ms - before.cores.busy_ms - known_ms) / all_ms,
  };
  return { used, result };
}

/** What everybody used since the start. */
async function readAll({ sides, redisUrl, stub }: Running) {
  const { user, system } = process.cpuUsage();
  return {
    cores: readCores(),
    own_ms: (user + system) / 1_000,
    parts: await readParts(sides),
    redis_s: await readRedisCpu(redisUrl),
    stub: await readUsage([stub.origin]),
  };
}

function medianOf(rounds: readonly StubRound[]): StubRound {
  const middle = (of: (round: StubRound) => number): number => median(rounds.map(of));
  return {
    ...medianRound(rounds),
    stub_ms: middle(({ stub_ms }) => stub_ms),
    busy: middle(({ busy }) => busy),
    other: middle(({ other }) => other),
  };
}
