import type { StoredData } from './data-class.js';

const UNTIL_REMOVED = 'until the entry is removed or ends';

/** The suppression list. */
export const SUPPRESSIONS: readonly StoredData[] = [
  {
    collection: 'suppressions',
    kept: UNTIL_REMOVED,
    seen: 'operators who may see or change the list',
    rows: [
      {
        class: 'hash',
        paths: ['_id'],
        why: 'Who is not sold: an e-mail address, a phone number or a domain.',
        kept: UNTIL_REMOVED,
      },
      {
        class: 'clear',
        paths: ['entries.added_by'],
        why: 'The member of staff, affiliate or buyer that added it.',
      },
    ],
  },
];
