import { setTimeout as pause } from 'node:timers/promises';
import { steadyLoad, type Timed } from '../hanging/steady-load.js';
import type { Answer, Operation } from '../operations.js';
import type { OurSide } from '../start-ours.js';

export interface Pace {
  /** Calls a second to each `web`. */
  readonly rate: number;
  readonly seconds: number;
}

/** Calls of one installation. */
export interface Paced {
  readonly side: OurSide;
  readonly calls: readonly Timed[];
}

/** Calls each `web` of all sides at the same steady rate, one after another. Throws if an answer is not what is measured. */
export async function pacedLoad(
  operation: Operation,
  sides: readonly OurSide[],
  pace: Pace,
  signal: AbortSignal,
): Promise<readonly Paced[]> {
  const webs = sides.flatMap((side) => side.originsOf.web.map((url) => ({ side, url })));
  const loads = webs.map(async ({ side, url }, at) => {
    // So that they don't all call in the same moment.
    await pause((at * 1_000) / (pace.rate * webs.length), undefined, { signal });
    const target = { url, headers: side.headers };
    const calls = await steadyLoad(
      target,
      { ...pace, offers: [0], next: () => operation.next(side) },
      signal,
    );
    for (const call of calls) check(operation, call);
    operation.after?.(
      side,
      calls.map(({ body }) => body),
    );
    return { side, calls };
  });
  return Promise.all(loads);
}

function check({ name, isExpected }: Operation, { status, body }: Timed): void {
  if (status === 200 && isExpected(JSON.parse(body) as Answer)) return;
  throw new Error(`${name}: not what is measured: HTTP ${status} ${body.slice(0, 600)}`);
}
