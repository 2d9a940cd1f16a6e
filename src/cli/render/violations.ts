import type { Violation } from '../../core/invariants/invariant.js';
import type { CheckedStored } from '../wiring/check-stored.js';

/** Renders a violation on one line: the invariant, the record, and what was found. */
export const violationLine = ({ invariant, kind, id, detail }: Violation): string =>
  `${invariant}  ${kind} ${id}: ${detail}`;

/** The summary: the number of violations, and of checked records, since no violations in no records proves nothing. */
export function checkSummary(count: number, checked: CheckedStored): string {
  const { leads, searches, claims, places, acknowledged, audited, consents } = checked;
  const of = [
    counted(leads, 'lead'),
    counted(searches, 'search'),
    counted(claims, 'claim'),
    ...(acknowledged === 0 ? [] : [counted(acknowledged, 'acknowledged id')]),
    ...(audited ? [`${counted(audited, 'entry')} of the audit log`] : []),
    ...(consents === 0 ? [] : [counted(consents, 'day') + ' of the chain of consents']),
    ...(places === null ? [] : [counted(places, 'open cap bucket')]),
  ];
  const ledger = places === null ? '; the ledger was not compared, since it needs a rebuild' : '';
  const log = audited === null ? '; the audit log was not verified, since its secret is not set' : '';
  return `${count === 0 ? 'no violations' : counted(count, 'violation')} among ${of.join(', ')}${ledger}${log}`;
}

const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? '' : what.endsWith('ch') ? 'es' : 's'}`.replace(/ys$/, 'ies');
