import type { Played } from './play.js';
import type { Proved } from './proof/prove-books.js';
import type { Strikes } from './stage/processes.js';
import { NOTHING, type Sum, type Tally } from './tally.js';

const SHOWN = 20;

interface Figures extends Proved {
  readonly played: Played;
  readonly strikes: Strikes;
  readonly seconds: number;
}

/** The figures of a played month, and what is wrong with it. */
export function reportOf({ played, entries, strikes, seconds, proofs }: Figures): string {
  const kinds = [...entries.kinds].sort().map(([kind, n]) => `${n} ${kind}`);
  const struck = [...strikes.values()].reduce((sum, n) => sum + n, 0);
  return [
    `${played.leads} leads in ${Math.round(seconds)} s`,
    `entries: ${kinds.join(', ')}; ${entries.late} of the closed month stand in the next one`,
    ...sumsOf(entries.byPeriod),
    `the writer or a command was killed or put to sleep ${struck} times:`,
    ...[...strikes].sort().map(([name, n]) => `  ${n} ${name}`),
    'what was done:',
    ...[...played.storyteller.outcomes].sort().map(([name, n]) => `  ${n} ${name}`),
    ...proofs.flatMap(({ what, faults }) => [
      `${faults.length === 0 ? 'holds' : 'BROKEN'}: ${what}`,
      ...faults.slice(0, SHOWN).map((fault) => `  ${fault}`),
      ...(faults.length > SHOWN ? [`  and ${faults.length - SHOWN} more`] : []),
    ]),
  ].join('\n');
}

/** Revenue and payout of each month, of all parties. */
function sumsOf(byPeriod: Tally): string[] {
  const sums = new Map<string, Sum>();
  for (const [name, { count, cents, nulls }] of byPeriod) {
    const [, party = '', month] = name.split('|');
    const group = `${month} ${party.startsWith('buyer') ? 'buyers owe' : 'affiliates are owed'}`;
    const known = sums.get(group) ?? NOTHING;
    sums.set(group, { count: known.count + count, cents: known.cents + cents, nulls: known.nulls + nulls });
  }
  return [...sums]
    .sort()
    .map(
      ([group, { count, cents, nulls }]) =>
        `${group} ${(cents / 100).toFixed(2)} in ${count} lines (${nulls} without amount)`,
    );
}
