import { setTimeout as pause } from 'node:timers/promises';
import { load, type Load, type Loaded, type Round } from './load.js';
import type { Answer, Operation } from './operations.js';
import { searchRequest } from './requests.js';
import { keepFresh, stockUp, type Side } from './side.js';

export interface Measured {
  readonly operation: Operation;
  readonly leadkeep: readonly Round[];
  readonly bare: readonly Round[];
}

export interface Plan extends Load {
  readonly rounds: number;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/** An untimed round before a side's first timed one: it compiles code and fills pools. */
const WARM_UP_SECONDS = 2;
/** Lets unfinished work of the last round (late answers, follow-up writes) end before the next begins. */
const SETTLE_MS = 500;
/** Submits never come faster than searches; a round's start draws a little more. */
const STOCK_MARGIN = 1.3;
/** Searches that are read in turn. */
const SOME = 200;

/** Alternates between Leadkeep and bare, so that drift on the machine affects both. */
export async function measure(operation: Operation, ours: Side, bare: Side, plan: Plan): Promise<Measured> {
  const rounds: Record<Side['name'], Round[]> = { leadkeep: [], bare: [] };
  const warmUp = { ...plan, seconds: Math.min(WARM_UP_SECONDS, plan.seconds) };
  for (const side of [ours, bare]) await runRound(operation, side, warmUp);
  for (let round = 1; round <= plan.rounds; round += 1)
    for (const side of [ours, bare]) {
      const measured = await runRound(operation, side, plan);
      rounds[side.name].push(measured);
      plan.say(
        `${operation.name} ${round}/${plan.rounds} ${side.name}: ${measured.requests_per_second.toFixed(0)}/s`,
      );
    }
  return { operation, ...rounds };
}

async function runRound(operation: Operation, side: Side, plan: Plan): Promise<Round> {
  await stockFor(operation, side, plan);
  await pause(SETTLE_MS, undefined, { signal: plan.signal });
  const loaded = await load(side, () => operation.next(side), plan, plan.signal);
  check(operation, side, loaded);
  operation.after?.(side, loaded.answers);
  return loaded.round;
}

async function stockFor({ stock }: Operation, side: Side, plan: Plan): Promise<void> {
  const atOnce = { ...plan, seconds: 1 };
  if (stock === 'some') await stockUp(side, SOME, atOnce, plan.signal);
  if (stock !== 'one each') return;
  const probe = await load(side, searchRequest, atOnce, plan.signal);
  keepFresh(side, probe.answers);
  const wanted = probe.round.requests_per_second * plan.seconds * STOCK_MARGIN + plan.connections;
  await stockUp(side, wanted, atOnce, plan.signal);
}

/** A refusal is faster than the real work, so a round with one measured something else. */
function check(
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
