import { setTimeout as sleep } from 'node:timers/promises';
import { runCli } from '../../scripts/processes/run-cli.js';
import { EARLIER_MONTHS, earlierMonths, nameOf } from '../plan/books.js';
import { AFFILIATE_HANDLE } from '../plan/catalogue.js';
import { DIRECT_BUYERS } from '../plan/offers.js';
import { seeded, type Random } from '../plan/random.js';
import type { Entered, Keeping } from './kept-books.js';
import { printStatements } from './print-statements.js';
import { returnSome, undoOne } from './return-leads.js';

const EVERY_MS = 3_000;
const DAY_MS = 86_400_000;
/** The share of commands that are killed while they work, and how soon. */
const KILLED = 0.25;
const KILLED_AFTER_MS = 2_500;

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
  for (let turn = 0; !over.aborted; turn += 1) {
    const closed = kept.closed.length;
    // A database that is away is no reason to stop.
    if (turn % 2 === 0) await enterAdjustment(keeping, random, [months[closed], months[closed - 1]]);
    else if (turn % 4 === 1) await returnSome(keeping).catch(() => undefined);
    else await undoOne(keeping).catch(() => undefined);
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

/** A quarter of the adjustments is entered again under its reference: none is booked twice. */
async function enterAdjustment(
  keeping: Keeping,
  random: Random,
  [next, last]: readonly [next: Date | undefined, last: Date | undefined],
): Promise<void> {
  const { environment, kept, over } = keeping;
  const known = kept.entered.find(({ acknowledged }) => !acknowledged);
  const again = known ?? (random.chance(0.25) ? kept.entered.at(-1) : undefined);
  const asked = again ?? inventAdjustment(random, kept.entered.length);
  if (!again) kept.entered.push(asked);
  const { kind, handle, cents, reference } = asked;
  const amount = (cents / 100).toFixed(2);
  // Most belong to the month that is closed next, and some to the one that was closed last.
  const month = random.chance(0.7) ? next : last;
  const at = month ? new Date(month.getTime() + random.between(0, 27) * DAY_MS) : environment.began;
  const words = ['--reference', reference, '--why', 'agreed', '--by', 'operator', '--at', at.toISOString()];
  const killed = random.chance(KILLED) ? [AbortSignal.timeout(random.between(200, KILLED_AFTER_MS))] : [];
  const { ok } = await runCli(
    ['books', 'adjust', ...words, kind, handle, '--', amount],
    environment.env,
    AbortSignal.any([over, ...killed]),
  );
  if (ok) asked.acknowledged = true;
}

function inventAdjustment(random: Random, n: number): Entered {
  const isBuyers = random.chance(0.7);
  return {
    ...{ kind: isBuyers ? 'buyer' : 'affiliate', acknowledged: false, reference: `CHAOS-${n}` },
    handle: isBuyers ? random.pick(DIRECT_BUYERS) : AFFILIATE_HANDLE,
    cents: random.between(1, 9_999) * (random.chance(0.5) ? -1 : 1),
  };
}

/** Closes a month, and keeps what its statements say from then on. False: it is not closed, as far as is known. */
async function closeMonth({ environment, kept, over, say }: Keeping, month: string): Promise<boolean> {
  const { ok, stderr } = await runCli(
    ['period', 'close', month, '--by', 'operator', '--wait', '10s'],
    environment.env,
    over,
  );
  if (!ok) {
    say(`books: ${month} is not closed yet: ${stderr.split('\n')[0]}`);
    return false;
  }
  kept.closed.push(month);
  say(`books: ${month} is closed`);
  const printed = await printStatements(environment.env, month);
  for (const [name, text] of printed) kept.printed.set(name, text);
  return true;
}
