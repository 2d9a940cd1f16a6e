import { names, type StoredData } from './data-class.js';

const UNTIL_REMOVED = 'until the entry is removed or ends';

const REPLACED = 'until 8 days after the entry is removed or ends: the log is written anew each week';

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
    kept: REPLACED,
    seen: 'nobody',
    rows: [
      {
        class: 'hash',
        paths: ['fingerprints'],
        why: 'The first bytes of the keyed hashes on the list, from which the filters are filled. A filter is in memory for a day.',
        kept: REPLACED,
      },
      { class: 'none', paths: names('_id count mark at'), why: 'Numbers and times of the chunks.' },
    ],
  },
];
