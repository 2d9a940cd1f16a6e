import type { NoticeRecord } from '../../app/ports/notice-store.js';
import type { Names } from '../../core/catalogue/names-of.js';
import { renderTable } from './table.js';
import { formatTime } from './time.js';

/** What buyers are told, each with its newest answer. */
export const renderNotices = (notices: readonly NoticeRecord[], names: Names): string =>
  renderTable(
    ['NOTICE', 'BUYER', 'REFERENCE', 'CASE', 'STATE', 'LAST ANSWER'],
    notices.map(({ id, content, state, due_at, attempts, told_by }) => [
      ...[id, names(content.buyer_id), content.reference ?? '', content.case ?? ''],
      told_by
        ? `told by ${told_by.by}`
        : {
            delivered: 'told',
            parked: content.is_test ? 'given up: a test lead' : 'tell it by hand',
            waiting:
              attempts.length === 0
                ? 'begins in a moment'
                : `tries again at ${due_at ? formatTime(due_at) : ''}`,
          }[state],
      attempts.at(-1)?.detail ?? '',
    ]),
  );
