import { setTimeout as pause } from 'node:timers/promises';
import { load, type Load, type Loaded, type Timed } from './load.js';
import type { Answer, Operation } from './operations.js';
import { searchRequest } from './requests.js';
import { keepFresh, stockUp, type Side, type SideName } from './side.js';
import { perCall, readUsage, type UsedPerCall } from './usage.js';

/** The measurements of one round. `used` is absent for the bare pipeline. */
export interface Round extends Timed {
  readonly used?: UsedPerCall;
}

export interface Measured {
  readonly operation: Operation;
  /** Calls in flight. */
  readonly connections: number;
  /** The rounds of each side. Those with the same number ran one after another. */
  readonly rounds: Readonly<Partial<Record<SideName, readonly Round[]>>>;
}

export interface Plan extends Load {
  readonly rounds: number;
  /** Seconds of an untimed round before a side's first timed one: it compiles code and fills pools. */
  readonly warmUp: number;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/** Lets unfinished work of the last round (late answers, follow-up writes) end before the next begins. */
const SETTLE_MS = 500;
/**
 * Submits hardly come faster than searches, but a machine that other work slows down may be quicker later, and before a long
 * warm-up round nothing is compiled yet.
 */
const STOCK_MARGIN = 3;
/** Searches that are read in turn. */
const SOME = 200;

/** Alternates between the sides, so that drift on the machine affects all of them. */
export async function measure(operation: Operation, sides: readonly Side[], plan: Plan): Promise<Measured> {
  const rounds: Partial<Record<SideName, Round[]>> = {};
  const warmUp = { ...plan, seconds: plan.warmUp };
  for (const side of sides) await runRound(operation, side, warmUp);
  for (let round = 1; round <= plan.rounds; round += 1)
    for (const side of sides) {
      const measured = await runRound(operation, side, plan);
      (rounds[side.name] ??= []).push(measured);
      const what = `${operation.name} ${plan.connections} in flight ${round}/${plan.rounds}`;
      plan.say(`${what} ${side.name}: ${measured.requests_per_second.toFixed(0)}/s`);
    }
  return { operation, connections: plan.connections, rounds };
}

async function runRound(operation: Operation, side: Side, plan: Plan): Promise<Round> {
  await stockFor(operation, side, plan);
  await pause(SETTLE_MS, undefined, { signal: plan.signal });
  const before = await readUsage(side.origins);
  const loaded = await load(side, () => operation.next(side), plan, plan.signal);
  const after = await readUsage(side.origins);
  check(operation, side, loaded);
  operation.after?.(side, loaded.answers);
  const isKnown = side.origins.length > 0;
  return { ...loaded.round, ...(isKnown && { used: perCall(before, after, loaded.answers.length) }) };
}

/** Puts the searches into stock that one timed round needs. */
export async function stockFor(
  { stock }: Operation,
  side: Side,
  { connections, seconds, signal }: Load & Pick<Plan, 'signal'>,
): Promise<void> {
  const atOnce = { connections, seconds: 1 };
  if (stock === 'some') await stockUp(side, SOME, atOnce, signal);
  if (stock !== 'one each') return;
  const probe = await load(side, searchRequest, atOnce, signal);
  keepFresh(side, probe.answers);
  const wanted = probe.round.requests_per_second * seconds * STOCK_MARGIN + connections;
  await stockUp(side, wanted, atOnce, signal);
}

/** A refusal is faster than the real work, so a round with one measured something else. */
export function check(
  { name, isExpected }: Operation,
  side: Side,
  { answers, failures, firstFailure }: Loaded,
): void {
  const other = answers.find((answer) => !isExpected(JSON.parse(answer) as Answer));
  const fault = firstFailure ?? other;
  if (fault === undefined && answers.length > 0) return;
  const counts = `${answers.length} answers, ${failures} failures`;
  throw new Error(
    `${side.name} ${name}: not what is measured (${counts}): ${(fault ?? 'no answer').slice(0, 600)}`,
  );
}
