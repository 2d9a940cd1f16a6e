import type { DifferenceGroup, Verdict } from '../../core/backtest/difference.js';
import { fieldLines } from './changes.js';
import { refusalText } from './sections.js';

interface Scope {
  readonly version: number;
  readonly leads: number;
  readonly searches: number;
}

const TITLES = {
  decided: 'DECIDED DIFFERENTLY (leads)',
  offered: 'OFFERED DIFFERENTLY (searches)',
  mapped: 'MAPPED DIFFERENTLY (requests)',
} as const;

/** What a draft would change for stored records, grouped and counted: field names and ids, but no personal data. */
export function renderBacktest(groups: readonly DifferenceGroup[], scope: Scope): string {
  const { version, leads, searches } = scope;
  const head = [
    `Compared the last ${counted(leads, 'lead', 'leads')} and ${counted(searches, 'search', 'searches')} under version ${version} and under this draft, each at its own time.`,
    'Not compared: duplicates, exclusivity, caps, the suppression list, verification services, how answers are read, and destinations that are down.',
  ];
  if (groups.length === 0)
    return [...head, '', 'Nothing would be offered, mapped or decided differently.'].join('\n');
  const parts = (['decided', 'offered', 'mapped'] as const).flatMap((kind) => {
    const own = groups.filter((group) => group.kind === kind);
    return own.length === 0 ? [] : ['', TITLES[kind], ...own.flatMap(groupLines)];
  });
  return [...head, ...parts].join('\n');
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function groupLines({ count, offer, program, from, to, parts, rule, ids }: DifferenceGroup): string[] {
  const subject = program === undefined ? offer : `${offer}, program ${program}`;
  const what =
    from !== undefined && to !== undefined
      ? `${decisionText(from)} → ${decisionText(to)}`
      : (parts ?? []).join(', ');
  const indent = ' '.repeat(9);
  return [
    `${String(count).padStart(7)}  ${subject}: ${what}`,
    ...rule.flatMap(fieldLines).map((line) => indent + line),
    `${indent}${ids.length < count ? 'e.g. ' : ''}${ids.join(', ')}`,
  ];
}

const decisionText = (verdict: Verdict): string =>
  typeof verdict === 'string' ? verdict : refusalText(verdict);
