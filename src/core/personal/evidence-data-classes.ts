import { names, under, type StoredData } from './data-class.js';

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
      {
        class: 'none',
        paths: names('_id lead_id kept_at received_at digest position unchained identities.kind'),
        why: 'Ids, times, and a digest with a random salt that is kept with the evidence alone.',
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
      {
        class: 'none',
        paths: names(
          '_id kind of record_id submission_or_run number destination at took_ms outcome status detail sealed_by counts_from doubtful',
        ),
        why: 'Ids, times, results, and in words why there is no answer.',
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
        paths: [...names('_id case at lead_ids search_ids no_evidence running done.at up_to lacking')],
        why: 'What was erased when, by ids, and your own number of the case; numbers of erasures that a restored database lacks.',
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
      { class: 'none', paths: names('lead_id at ends_at'), why: 'The lead that was asked about, and times.' },
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
      {
        class: 'none',
        paths: [
          ...names('_id kind lane subject order state due_at created_at ended_at failures runs told_by.at'),
          ...under('attempts', 'at duration_ms ok status detail'),
          ...under(
            'content',
            'event lead_id buyer_id submission offer_id is_test at case reference sealed_until',
          ),
        ],
        why: 'What a buyer is told of a revocation or an erasure: ids, times, its own reference and the number of the case.',
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
