import { setTimeout as sleep } from 'node:timers/promises';
import { cyan, dim, heading, indent, say } from './paint.js';
import type { Stage } from './stage.js';
import { expectThat } from './surprise.js';

/** The code of a reason on which Lakeshore may return leads, in the demo catalogue. */
const REASON = 'bad_phone';
/** How long the sweeper may take to book the entries. */
const PATIENCE_MS = 120_000;
const EVERY_MS = 500;

/** What the story sold, less the returned lead, and that one return. */
const EARNED = { accepted: 5, returned: 1, revenue_cents: 140_50, payout_cents: 92_60, margin_cents: 47_90 };

/** Returns the sold lead, waits for the books, and prints what was earned since the day `from`. */
export async function tellMoney(stage: Stage, leadId: string, from: string): Promise<void> {
  heading(12, 'The school returns that lead: its price and its payout are booked back.');
  say(indent(await type(stage, 'lead', 'return', leadId, '--reason', REASON)));
  await untilBooked(stage);

  heading(13, 'What was sold, returned and earned today, by buyer.');
  const days = ['--from', from, '--to', today()];
  say(indent(await type(stage, 'report', ...days, '--by', 'buyer')));
  const { total } = JSON.parse(await stage.leadkeep('report', ...days, '--json')) as { total: object };
  const wrong = Object.entries(EARNED).filter(([name, value]) => Reflect.get(total, name) !== value);
  expectThat(wrong.length === 0, `${JSON.stringify(EARNED)} in the report's total ${JSON.stringify(total)}`);
  say(
    dim('   In a clone, type `npm run -s leadkeep -- lead return …` and `npm run -s leadkeep -- report …`.'),
  );
}

/** The day in the demo catalogue's accounting zone, UTC. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** The month of the books, in the same zone. */
export const thisMonth = (): string => today().slice(0, 7);

/** Runs a `leadkeep` command, and prints it as an operator types it. */
function type(stage: Stage, ...args: string[]): Promise<string> {
  say(`   ${dim('$')} ${cyan(`leadkeep ${args.join(' ')}`)}`);
  return stage.leadkeep(...args);
}

async function untilBooked(stage: Stage): Promise<void> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until;) {
    const shown = await stage.leadkeep('books', 'show', '--json');
    const { owing } = JSON.parse(shown) as { readonly owing: { readonly leads: number } };
    if (owing.leads === 0) return;
    await sleep(EVERY_MS, undefined, { signal: stage.signal });
  }
  throw new Error(`expected the sweeper to have booked all entries after ${PATIENCE_MS / 1000} s`);
}
