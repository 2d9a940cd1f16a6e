import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { mongo } from 'mongoose';
import type { Received } from '../../sandbox/memory.js';
import { runCli } from '../../scripts/processes/run-cli.js';
import { readReceived } from '../place/sandbox-control.js';
import type { Place } from '../place/place.js';
import { verdictsOf } from '../verdicts/buyers-word.js';

const EVERY_MS = 10_000;
/** After which an unknown lead can be settled: an attempt's time limit and grace, and a moment for us. */
const SETTLABLE_MS = 37_000;
/** A buyer that calls back or is asked has decided by then, if it can reach us. */
const PENDING_MS = 30_000;

interface Undecided {
  readonly _id: string;
  readonly state: string;
  readonly pending_since?: Date;
  readonly attempts: readonly { readonly at: Date }[];
}

/**
 * An operator who rings the buyers up: every few seconds what is unknown (half of it, the other half stays) and what is
 * pending for long is settled by what the sandbox really has, through `leadkeep lead settle`. Until `over`.
 */
export async function settleTruthfully(
  { env, db, sandboxUrl, servers }: Pick<Place, 'env' | 'db' | 'sandboxUrl' | 'servers'>,
  over: AbortSignal,
): Promise<void> {
  const file = join(servers.dir, 'buyers.csv');
  const received: Received[] = [];
  for (;;) {
    await sleep(EVERY_MS, undefined, { signal: over }).catch(() => undefined);
    if (over.aborted) return;
    const due = await settlable(db).catch(() => []);
    if (due.length === 0) continue;
    // Asked after our own record was read: whatever could still leave has arrived by now.
    received.push(...(await readReceived(sandboxUrl, received.at(-1)?.n)));
    const verdicts = verdictsOf(received);
    const rows = due.map((id) => `${id},${verdicts.get(id) ?? 'rejected'}`);
    writeFileSync(file, ['id,outcome', ...rows].join('\n'));
    const how = ['--file', file, '--reason', 'the buyer said so', '--by', 'operator', '--yes'];
    // Refused as a whole where a lead was decided meanwhile, and of no effect in an outage: the next round tries again.
    await runCli(['lead', 'settle', ...how], env, over);
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

/** Nobody rings up about the others. */
const isAsked = (id: string): boolean => Number.parseInt(id.slice(-1), 16) % 2 === 0;
