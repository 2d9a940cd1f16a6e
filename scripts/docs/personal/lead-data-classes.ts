import { names, under, type StoredData } from './data-class.js';

const NAMED = 'offer_name school.* programs.*';
/** Of `NAMED`, what is words alone. */
const SAID = 'offer_name school.* programs.label';
const ASKED = 'tcpa_text form_fields.**';
/** Nothing keeps a partner from naming the person in them. */
const PARTNERS_TEXTS =
  'What a result shows of its offer: a partner writes it for this person, and may name them.';

/**
 * The lead as it was sent, what was agreed to, and from where: all of it is in `sealed`. Only records of versions before
 * `DATA_KEYS` have it under these paths.
 */
const PERSON = names('sealed lead.** tracking.** extra.** consent.**');
const SUBIDS = under('tracking', 'subid subid2 subid3 subid4 subid5');

const SEEN = 'operators, masked; unmasked with a reason that goes into the audit log';

/** The classes are those of src/core/retention. */
const REMAINDER = 'for ever, as a remainder of ids, states, times, codes and amounts';
const LABELS = '400 days (class `labels`), and as long as the longest duplicate window';

export const LEADS: StoredData = {
  collection: 'leads',
  kept: REMAINDER,
  seen: SEEN,
  rows: [
    {
      class: 'sealed',
      paths: [...PERSON, 'answers.**', ...under('fallbacks', 'answers.** consent.**')],
      why: 'Who the consumer is, what was answered and agreed to, and from where, also for other offers: checks read it, and the buyer receives it.',
      kept: '90 days if it was refused by then (class `refused_leads`); 400 if it was sold, or refused later (`sold_leads`)',
    },
    {
      class: 'sealed',
      paths: under('pending_effects.earlier', 'sealed tracking.*'),
      why: 'Click ids of the submission before, which its news tells the affiliate.',
      kept: 'until the news is published, for seconds',
    },
    {
      class: 'clear',
      paths: ['lead.address.state', ...SUBIDS, ...SUBIDS.map((path) => `pending_effects.earlier.${path}`)],
      why: "The state and the affiliate's labels of its traffic: reports, statements and the feed count and select by them. Reports keep their counts when the subids go.",
      kept: `subids: ${LABELS}; the state: for ever`,
    },
    {
      class: 'clear',
      paths: under('consent', 'decision at'),
      why: 'What a lead without its person has of the consent: whether and when it was given, if a version before `DATA_KEYS` stored the lead; else null, and when the person was removed. The other members of `consent` are empty then.',
    },
    {
      class: 'clear',
      paths: names('tracking_keys external_id pending_effects.earlier.external_id'),
      why: "The affiliate's own labels and id of a lead, by which it is found. Click ids among the keys are keyed hashes.",
      kept: `keys: ${LABELS}; the id: for ever`,
    },
    {
      class: 'hash',
      paths: names('identities.key all_identities.key pending_effects.keys'),
      why: 'Identities of the person: duplicates and `lead find` look them up, and an id takes no other person.',
      kept: LABELS,
    },
    {
      class: 'hash',
      paths: ['suppression_keys'],
      why: 'Domain and MD5 of the address: the suppression list is looked at with them.',
      kept: 'as long as the person',
    },
    {
      class: 'clear',
      paths: under('terms', `${SAID} ${ASKED}`),
      why: 'What the result showed and asked for. A partner wrote it for this person, and may name them.',
      kept: 'as long as the person; the names of a direct offer, its school and programs are those of the catalogue, and stay',
    },
    {
      class: 'clear',
      paths: ['return_evidence.**'],
      why: "The buyer's words and links for its return requests, without what it says of the person: an operator decides by them, and the affiliate reads them if the catalogue says so.",
      kept: 'as long as the person',
    },
    {
      class: 'hash',
      paths: ['data_hash'],
      why: 'The data that was sent: tells whether a call repeats an earlier one.',
      kept: LABELS,
    },
    {
      class: 'clear',
      paths: ['idempotency.key'],
      why: 'The Idempotency-Key of a call, as the affiliate chose it.',
      kept: '24 hours',
    },
    {
      class: 'hash',
      paths: ['idempotency.body_hash'],
      why: 'The body of a call with an Idempotency-Key.',
      kept: '24 hours',
    },
  ],
};

export const SEARCHES: StoredData = {
  collection: 'searches',
  kept: REMAINDER,
  seen: SEEN,
  rows: [
    {
      class: 'sealed',
      paths: PERSON,
      why: 'Who the consumer is, and from where: checks read it, partners are asked with parts of it, and a submit completes it.',
      kept: '30 days if nothing was sold from it (class `searches`), else 400 (`sold_leads`)',
    },
    {
      class: 'clear',
      paths: ['lead.address.state', ...SUBIDS, 'external_id'],
      why: "The state and the affiliate's labels of its traffic: reports count by them.",
    },
    {
      class: 'hash',
      paths: names('identities.key all_identities.key suppression_keys'),
      why: 'Identities of the person, and domain and MD5 of the address: the checks look for duplicates and suppressed people, and an id takes no other person.',
      kept: 'as long as the person',
    },
    {
      class: 'clear',
      paths: under('results.terms', `${NAMED} ${ASKED}`),
      why: PARTNERS_TEXTS,
      kept: 'as long as the person; of a direct offer they are those of the catalogue, and stay',
    },
  ],
};

export const EARLIER_RESULTS: StoredData = {
  collection: 'earlier_results',
  kept: 'for 50 more runs of the search; the terms until five minutes after they expire',
  seen: 'operators',
  rows: [
    {
      class: 'clear',
      paths: under('terms', `${NAMED} ${ASKED}`),
      why: PARTNERS_TEXTS,
      kept: 'until five minutes after they expire; until the person of the search is removed, if that is sooner',
    },
  ],
};

export const CLAIMS: StoredData = {
  collection: 'claims',
  kept: 'for the longest duplicate window of the catalogue',
  seen: 'nobody',
  rows: [
    {
      class: 'hash',
      paths: ['_id', 'copied_from'],
      why: 'An identity that leads claim; while IDENTITY_SECRET is rotated, the same under the former secret.',
      kept: 'for the longest duplicate window of the catalogue',
    },
  ],
};

export const BOUND_KEYS: StoredData = {
  collection: 'idempotency_keys',
  kept: '24 hours',
  seen: 'nobody',
  rows: [
    {
      class: 'hash',
      paths: ['body_hash'],
      why: 'The body of a call with an Idempotency-Key.',
      kept: '24 hours',
    },
    {
      class: 'clear',
      paths: ['_id'],
      why: 'The Idempotency-Key of a call, as the affiliate chose it.',
    },
  ],
};
