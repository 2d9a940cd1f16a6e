import type { StoredData } from './data-class.js';

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
        class: 'hash',
        paths: ['identities.key'],
        why: 'E-mail address and phone: the person is found by them when the lead has no keys any more.',
        kept: 'as long as the evidence',
      },
    ],
  },
  {
    collection: 'exchanges',
    kept: '90 days from the decision, never from that of a later submission or run (class `attempts` of the retention), and no longer than the person of their lead or search',
    seen: 'operators, masked; unmasked with a reason that goes into the audit log',
    rows: [
      {
        class: 'sealed',
        paths: ['sealed'],
        why: 'Requests and answers of buyers, partners and affiliates, without secrets: what was sent and what was said when somebody disputes a lead.',
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
    ],
  },
  {
    collection: 'verification_answers',
    kept: 'as the `cache` of the step says, 400 days at most; an erasure of the lead removes it',
    seen: 'operators, in the export of its person; a process that asks the same again',
    rows: [
      {
        class: 'hash',
        paths: ['_id'],
        why: 'What a verification service was asked: the same question is not asked twice.',
        kept: 'as long as the answer counts',
      },
      {
        class: 'sealed',
        paths: ['sealed'],
        why: 'What the service answered: the outcome, its reason and its reference.',
      },
    ],
  },
  {
    collection: 'buyer_notices',
    kept: '400 days after the buyer was told, as the proof of it; until then it is a task',
    seen: 'the buyer; operators',
    rows: [
      {
        class: 'sealed',
        paths: ['content.sealed'],
        why: 'Plain hashes of e-mail address and phone number, for a buyer that gave no reference: it finds the person by them.',
        kept: 'until the buyer was told, 90 days at most',
      },
      { class: 'clear', paths: ['told_by.by'], why: 'The member of staff that told the buyer by hand.' },
    ],
  },
];
