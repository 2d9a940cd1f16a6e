import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../environment/environment.js';
import {
  EARLIER_MONTHS,
  earlierMonths,
  isMistaken,
  nameOf,
  REASON,
  REVIEWED,
  SHARED_BUYER,
} from '../plan/books.js';
import { AFFILIATE_HANDLE } from '../plan/catalogue.js';
import { DIRECT_BUYERS } from '../plan/offers.js';
import { seeded, type Random } from '../plan/random.js';
import { entryName } from '../verdicts/evidence.js';
import { soldLeads } from './sold-leads.js';

const EVERY_MS = 3_000;
const DAY_MS = 86_400_000;
/** The share of commands that are killed while they work, and how soon. */
const KILLED = 0.25;
const KILLED_AFTER_MS = 2_500;
/** Of the returns over the share, the operator lets every fifth pass. */
const OVERRIDDEN = 5;
const WHO = ['--by', 'operator'] as const;

/** What operators and buyers were told of what they did to the books. */
export interface KeptBooks {
  /** Entries that were acknowledged, by `entryName`. */
  readonly acknowledged: Set<string>;
  /** Stages of leads that were acknowledged: `LEAD:enrolled`. */
  readonly stages: Set<string>;
  /** Answers of callbacks and commands that a rule refused. */
  refused: number;
  /** Months whose close was acknowledged. */
  closed: number;
}

/** What an operator needs to keep the books. */
interface Keeping {
  readonly environment: Pick<Environment, 'leadkeep' | 'db' | 'servers' | 'began'>;
  readonly seed: number;
  /** The months are closed one after the other within this time. */
  readonly forMs: number;
  readonly kept: KeptBooks;
  /** Aborted when everything has come to rest. */
  readonly over: AbortSignal;
  readonly say: (line: string) => void;
}

/**
 * Operators that keep the books with the `leadkeep` command: one enters what buyers sent back, undoes some of it, and
 * books adjustments; another one closes the earlier months in order. They work until `over`.
 */
export async function keepBooks(keeping: Keeping): Promise<void> {
  await Promise.all([enterAll(keeping), closeAll(keeping)]);
}

async function enterAll(keeping: Keeping): Promise<void> {
  const { seed, over, environment, kept } = keeping;
  const random = seeded(seed, 'books');
  const months = earlierMonths(environment.began);
  const entered: Adjustment[] = [];
  for (let turn = 0; !over.aborted; turn += 1) {
    // Most belong to the month that is closed next, and some to the one that was closed last.
    const month = months[kept.closed - (random.chance(0.7) ? 0 : 1)] ?? environment.began;
    // A database that is away is no reason to stop.
    if (turn % 2 === 0) await enterAdjustment(keeping, random, entered, month);
    else if (turn % 4 === 1) await returnSome(keeping).catch(() => undefined);
    else {
      await undoOne(keeping).catch(() => undefined);
      await requestOne(keeping).catch(() => undefined);
      await decideOne(keeping).catch(() => undefined);
    }
    await rest(over);
  }
}

/** The months are closed one after the other, spread over the load. */
async function closeAll(keeping: Keeping): Promise<void> {
  const { over, environment, forMs } = keeping;
  const began = performance.now();
  for (const [n, month] of earlierMonths(environment.began).entries()) {
    const at = (forMs * (n + 1)) / (EARLIER_MONTHS + 2);
    while (!over.aborted && performance.now() - began < at) await rest(over);
    while (!over.aborted && !(await closeMonth(keeping, nameOf(month)))) await rest(over);
  }
}

const rest = (over: AbortSignal): Promise<void> =>
  sleep(EVERY_MS, undefined, { signal: over }).catch(() => undefined);

interface Adjustment {
  readonly kind: 'buyer' | 'affiliate';
  readonly handle: string;
  readonly cents: number;
  readonly reference: string;
}

/** One that was not acknowledged is entered again under its reference, and so is a quarter of the others: none is booked twice. */
async function enterAdjustment(
  { environment, kept, over }: Keeping,
  random: Random,
  entered: Adjustment[],
  month: Date,
): Promise<void> {
  const nameOfEntry = ({ reference }: Adjustment): string =>
    entryName({ kind: 'adjustment', own_reference: reference });
  const open = entered.find((one) => !kept.acknowledged.has(nameOfEntry(one)));
  const again = open ?? (random.chance(0.25) ? entered.at(-1) : undefined);
  const asked = again ?? inventAdjustment(random, entered.length);
  if (!again) entered.push(asked);
  const { kind, handle, cents, reference } = asked;
  const at = new Date(month.getTime() + random.between(0, 27) * DAY_MS).toISOString();
  const killed = random.chance(KILLED) ? [AbortSignal.timeout(random.between(200, KILLED_AFTER_MS))] : [];
  const { ok } = await environment.leadkeep(
    [
      ...['books', 'adjust', '--reference', reference, '--why', 'agreed', ...WHO, '--at', at],
      ...[kind, handle, '--', (cents / 100).toFixed(2)],
    ],
    AbortSignal.any([over, ...killed]),
  );
  if (ok) kept.acknowledged.add(nameOfEntry(asked));
}

function inventAdjustment(random: Random, n: number): Adjustment {
  const isBuyers = random.chance(0.7);
  return {
    ...{ kind: isBuyers ? 'buyer' : 'affiliate', reference: `CHAOS-${n}` },
    handle: isBuyers ? random.pick(DIRECT_BUYERS) : AFFILIATE_HANDLE,
    cents: random.between(1, 9_999) * (random.chance(0.5) ? -1 : 1),
  };
}

/**
 * Enters what the buyers sent back: a file of all leads of the buyers without a share, and one lead of the buyer with a
 * share. Throws on an outage.
 */
async function returnSome({ environment, kept, over }: Keeping): Promise<void> {
  const due = (await soldLeads(environment.db)).filter(
    ({ plan, returns }) => plan === 'by operator' && returns === 0,
  );
  const note = (id: string) => kept.acknowledged.add(entryName({ kind: 'return', lead_id: id }));
  const listed = due.filter(({ buyer }) => buyer === 'lakeshore' || buyer === 'summit');
  if (listed.length > 0) {
    const file = join(environment.servers.dir, 'returns.csv');
    writeFileSync(file, ['id,reason', ...listed.map(({ id }) => `${id},${REASON}`)].join('\n'));
    // The file is refused as a whole if a lead was returned meanwhile or in an outage. The next round tries again.
    const { ok } = await environment.leadkeep(['lead', 'return', '--file', file, '--yes', ...WHO], over);
    if (ok) for (const { id } of listed) note(id);
  }
  const one = due.find(({ buyer }) => buyer === SHARED_BUYER);
  if (!one) return;
  const how = kept.refused % OVERRIDDEN === OVERRIDDEN - 1 ? ['--override', '--why', 'agreed'] : [];
  const { ok, stderr } = await environment.leadkeep(
    ['lead', 'return', one.id, '--reason', REASON, ...how, ...WHO],
    over,
  );
  if (ok) note(one.id);
  else if (stderr.includes('share')) kept.refused += 1;
}

/** Requests the return of a lead. Throws on an outage. */
async function requestOne({ environment, over }: Keeping): Promise<void> {
  const one = (await soldLeads(environment.db)).find(
    ({ plan, isRequested }) => plan === 'by request' && !isRequested,
  );
  if (!one) return;
  const asked = ['--reason', REVIEWED, '--evidence', 'It rings out'];
  await environment.leadkeep(['lead', 'return', one.id, ...asked, ...WHO], over);
}

/** Two operators decide a request at the same moment. Throws on an outage. */
async function decideOne({ environment, kept, over }: Keeping): Promise<void> {
  const one = (await soldLeads(environment.db)).find(({ isUnderReview }) => isUnderReview);
  if (!one) return;
  const decide = (outcome: string, by: string) =>
    environment.leadkeep(['lead', 'return', one.id, outcome, '--why', 'looked at', '--by', by], over);
  const [accepted] = await Promise.all([decide('--accept', 'ann'), decide('--decline', 'bob')]);
  if (accepted.ok) kept.acknowledged.add(entryName({ kind: 'return', lead_id: one.id }));
}

/** Undoes one mistaken return. Throws on an outage. */
async function undoOne({ environment, kept, over }: Keeping): Promise<void> {
  const one = (await soldLeads(environment.db)).find(({ id, stands }) => stands && isMistaken(id));
  if (!one) return;
  const { ok } = await environment.leadkeep(
    ['lead', 'return', one.id, '--undo', '--why', 'a mistake', ...WHO],
    over,
  );
  if (ok) kept.acknowledged.add(entryName({ kind: 'return_reversal', lead_id: one.id }));
}

/** False: the month is not closed, as far as is known. */
async function closeMonth({ environment, kept, over, say }: Keeping, month: string): Promise<boolean> {
  const { ok, stderr } = await environment.leadkeep(
    ['period', 'close', month, ...WHO, '--wait', '10s'],
    over,
  );
  say(`books: ${month} is ${ok ? 'closed' : `not closed yet: ${stderr.split('\n')[0]}`}`);
  if (ok) kept.closed += 1;
  return ok;
}
