import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { mongo } from 'mongoose';
import type { Received } from '../../sandbox/memory.js';
import { readReceived } from '../environment/sandbox-control.js';
import type { Environment } from '../environment/environment.js';
import { verdictsOf } from '../verdicts/buyers-word.js';

const EVERY_MS = 10_000;
/** The age at which an unknown lead can be settled: an attempt's time limit plus grace, and some slack. */
const SETTLABLE_MS = 37_000;
/** By this age, a buyer that calls back or is asked has decided, if it can reach the service. */
const PENDING_MS = 30_000;

interface Undecided {
  readonly _id: string;
  readonly state: string;
  readonly pending_since?: Date;
  readonly attempts: readonly { readonly at: Date }[];
}

/**
 * An operator who calls the buyers. Every few seconds, half of the unknown leads and the leads that are pending for long
 * are settled by what the sandbox really has, with `leadkeep lead settle`. Runs until `over`.
 */
export async function settleTruthfully(
  { leadkeep, db, sandboxUrl, servers }: Pick<Environment, 'leadkeep' | 'db' | 'sandboxUrl' | 'servers'>,
  over: AbortSignal,
): Promise<void> {
  const file = join(servers.dir, 'buyers.csv');
  const received: Received[] = [];
  for (;;) {
    await sleep(EVERY_MS, undefined, { signal: over }).catch(() => undefined);
    if (over.aborted) return;
    const due = await settlable(db).catch(() => []);
    if (due.length === 0) continue;
    // Read after our own records: every request that could still be sent has arrived by now.
    received.push(...(await readReceived(sandboxUrl, received.at(-1)?.n)));
    const verdicts = verdictsOf(received);
    const rows = due.map((id) => `${id},${verdicts.get(id) ?? 'rejected'}`);
    writeFileSync(file, ['id,outcome', ...rows].join('\n'));
    const how = ['--file', file, '--reason', 'the buyer said so', '--by', 'operator', '--yes'];
    // The file is refused as a whole if a lead was decided meanwhile or in an outage. The next round tries again.
    await leadkeep(['lead', 'settle', ...how], over);
  }
}

async function settlable(db: mongo.Db): Promise<string[]> {
  const leads = (await db
    .collection('leads')
    .find({ state: { $in: ['unknown', 'pending'] } })
    .project({ state: 1, pending_since: 1, 'attempts.at': 1 })
    .toArray()) as unknown as Undecided[];
  const now = Date.now();
  return leads
    .filter(({ _id, state, pending_since, attempts }) =>
      state === 'pending'
        ? now - (pending_since?.getTime() ?? now) > PENDING_MS
        : isAsked(_id) && now - (attempts.at(-1)?.at.getTime() ?? now) > SETTLABLE_MS,
    )
    .map(({ _id }) => _id);
}

/** The operator does not call about the others. */
const isAsked = (id: string): boolean => Number.parseInt(id.slice(-1), 16) % 2 === 0;
