import type { Violation } from '../../core/invariants/invariant.js';
import type { Checked } from '../../app/integrity/check-everything.js';

/** One line a violation: which promise, of what, and what was found. */
export const violationLine = ({ invariant, kind, id, detail }: Violation): string =>
  `${invariant}  ${kind} ${id}: ${detail}`;

/** The last line: how many, and what was looked at, since "none" of nothing says nothing. */
export function whatWasLookedAt(count: number, checked: Checked): string {
  const { leads, searches, claims, places, acknowledged } = checked;
  const of = [
    counted(leads, 'lead'),
    counted(searches, 'search'),
    counted(claims, 'claim'),
    ...(acknowledged === 0 ? [] : [counted(acknowledged, 'acknowledged id')]),
    ...(places === null ? [] : [counted(places, 'open place')]),
  ];
  const ledger =
    places === null ? '; the ledger is out of service (a rebuild is due) and was not compared' : '';
  return `${count === 0 ? 'no violations' : counted(count, 'violation')} among ${of.join(', ')}${ledger}`;
}

const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? '' : what.endsWith('ch') ? 'es' : 's'}`;
