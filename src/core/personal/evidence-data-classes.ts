import { names, type StoredData } from './data-class.js';

/** Evidence of consents, and its chain. */
export const EVIDENCE: readonly StoredData[] = [
  {
    collection: 'consent_evidence',
    kept: 'five years from the receipt of the lead (class `consent` of the retention)',
    seen: 'operators with `leadkeep consent prove`, with a reason that goes into the audit log',
    rows: [
      {
        class: 'sealed',
        paths: ['sealed'],
        why: 'Who agreed to what, when and from where, and who got it: an exchange must prove it for years.',
      },
      {
        class: 'none',
        paths: names('_id lead_id kept_at received_at digest position unchained'),
        why: 'Ids, times, and a digest with a random salt that is kept with the evidence alone.',
      },
    ],
  },
  {
    collection: 'erasures',
    kept: 'for ever, without keyed hashes once it is done',
    seen: 'nobody',
    rows: [
      {
        class: 'hash',
        paths: ['keys'],
        why: 'Identities of the person to erase: a restored database may hold further records.',
        kept: 'until the erasure is done; in the journal as long as you keep its file',
      },
      {
        class: 'none',
        paths: names('_id case at lead_ids search_ids no_evidence running'),
        why: 'What was erased when, by ids, and your own number of the case.',
      },
    ],
  },
  {
    collection: 'consent_chain',
    kept: 'for ever',
    seen: 'operators; everybody who gets a proof',
    rows: [
      { class: 'none', paths: names('_id digest prev hash at'), why: 'Salted digests, one after the other.' },
    ],
  },
  {
    collection: 'consent_heads',
    kept: 'for ever',
    seen: 'everybody: they are published',
    rows: [
      { class: 'none', paths: names('_id position hash unpublished'), why: 'The last link of each day.' },
    ],
  },
];
