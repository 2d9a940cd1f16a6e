import type { CapUse } from '../../app/ports/ledger-view.js';
import { windowName } from '../../core/caps/name-caps.js';
import { renderTable } from './table.js';
import { formatTime } from './time.js';

/** One row of `leadkeep caps` and its JSON. Without `counted`, the counts are null: a stale ledger's mean nothing. */
export const capRow = (
  { cap, window, reserved, confirmed, resets_at }: CapUse,
  owner: string,
  counted: boolean,
) => ({
  owner,
  cap: windowName(cap),
  window,
  reserved: counted ? reserved : null,
  confirmed: counted ? confirmed : null,
  limit: cap.limit,
  left: counted ? Math.max(0, cap.limit - reserved - confirmed) : null,
  resets_at,
  time_zone: cap.time_zone,
  cap_id: cap.id,
});

type CapRow = ReturnType<typeof capRow>;

export function renderCaps(rows: readonly CapRow[]): string {
  if (rows.length === 0) return 'There are no caps.';
  return renderTable(
    ['of', 'cap', 'window', 'reserved', 'confirmed', 'limit', 'left', 'resets'],
    rows.map(({ owner, cap, window, reserved, confirmed, limit, left, resets_at }) => [
      owner,
      cap,
      window,
      ...[reserved, confirmed, limit, left].map((count) => String(count ?? '?')),
      resets_at === null ? 'never' : formatTime(resets_at),
    ]),
  );
}
