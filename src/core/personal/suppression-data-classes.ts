import { names, type StoredData } from './data-class.js';

const UNTIL_REMOVED = 'until the entry is removed or ends';

/** The suppression list, and what the processes fill their filters from. */
export const SUPPRESSIONS: readonly StoredData[] = [
  {
    collection: 'suppressions',
    kept: UNTIL_REMOVED,
    seen: 'operators who may see or change the list',
    rows: [
      {
        class: 'hash',
        paths: ['_id'],
        why: 'Who is not sold: an e-mail address, a phone number or a domain, with the scope of the entry.',
        kept: UNTIL_REMOVED,
      },
      { class: 'clear', paths: ['added_by'], why: 'The member of staff, affiliate or buyer that added it.' },
      {
        class: 'none',
        paths: names('kind scope party_id reason source added_at expires_at'),
        why: 'Why somebody is on the list, for whom and until when.',
      },
    ],
  },
  {
    collection: 'suppression_log',
    kept: 'for ever',
    seen: 'nobody',
    rows: [
      {
        class: 'hash',
        paths: ['prints'],
        why: 'The first bytes of keyed hashes that were ever suppressed: the filters are filled from them.',
        kept: 'for ever; a print alone proves nothing, because the filter takes others for it',
      },
      { class: 'none', paths: names('_id count mark'), why: 'Numbers of the pieces.' },
    ],
  },
];
