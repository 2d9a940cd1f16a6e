import type { Names } from '../../core/catalogue/names-of.js';
import type { Suppression } from '../../core/suppression/suppression.js';
import { renderTable } from './table.js';
import { formatTime } from './time.js';

/** Enough of an entry's id to tell it from the others. */
const SHOWN_ID = 12;

/** Entries of the suppression list. Their ids are keyed hashes and name nobody. */
export const renderSuppressions = (entries: readonly Suppression[], names: Names): string =>
  renderTable(
    ['entry', 'of', 'for', 'reason', 'source', 'added', 'by', 'until'],
    entries.map(({ id, kind, scope, reason, source, added_at, added_by, expires_at }) => [
      ...[id.slice(0, SHOWN_ID), kind],
      scope.of === 'all' ? 'all' : `${scope.of} ${names(scope.party_id)}`,
      ...[reason, source, formatTime(added_at), added_by],
      expires_at ? formatTime(expires_at) : '',
    ]),
  );
