/** Collections that do not grow with leads and searches: whoever reads all of one reads little. */
export const SMALL: Readonly<Record<string, string>> = {
  alert_mutes: 'one for each mute',
  alerts: 'one for each alert that is open or ended lately',
  api_keys: 'one for each key; each process keeps all',
  attention: 'one for each finding that somebody looks at',
  consent_heads: 'one for each day',
  drafts: 'one for each draft of the catalogue',
  erasures: 'one for each erasure',
  folded_days: 'one for each day; a count of all leads reads them',
  folded_quarters: 'one for each quarter of an hour of the last days',
  identity_secrets: 'one for each secret',
  invitations: 'one for each invitation that is open',
  leases: 'one for each task that one process does for all',
  meta: 'one for each thing that is noted once',
  operator_keys: 'one for each key',
  saved_views: 'at most a hundred for each person of the operator',
  secrets: 'one for each secret of a buyer or partner',
  outbox: 'alerts that are told to people',
  pending_adjustments: 'corrections that are not booked yet',
  people: 'one for each person of the operator',
  periods: 'one for each month',
  report_days: 'one for each day that is counted',
  sessions: 'one for each person who is signed in',
  outbox_lanes: 'one for each endpoint',
};

/** Files of `src/platform/mongo` whose commands read a whole collection or index on purpose. Nothing that a call waits for is among them. */
export const WALKING: Readonly<Record<string, string>> = {
  'audit/audit-reader':
    'a list of acts goes back from the newest until it has enough; the check of the chain reads all',
  'consent/consent-store': 'the check of the chain reads all evidence',
  'identities/rotate-identity-secret': 'a new identity secret is written to every record',
  migrations: 'migrate',
  'money/entry-reader': 'an export of the books, and the integrity check, read all entries',
  'news/news-reader': 'the integrity check reads all',
  'notices/notice-store': 'a list of notices for operators',
  'record-reader': 'the integrity check reads all',
  'refused-calls/refused-call-store':
    'the calls that are kept, at most so many, are counted by key when old ones are removed',
  'sealing/rotate-data-key': 'records that are sealed under former keys are counted, and sealed again',
  'webhooks/message-store':
    'a list of the messages of all endpoints, and counts of what waits and of what is parked',
};

/**
 * Files with commands over several documents of a collection that may be sharded. Beside a migration of a chunk, such a command may reach a document
 * not at all, once or twice. Each of these does no harm twice, and is repeated until a read finds none left.
 */
export const SEVERAL_AT_ONCE: Readonly<Record<string, string>> = {
  'identities/rotate-identity-secret':
    'keys under the former secret, which nobody makes any more; the rotation says what is left',
  migrations: 'the next migrate',
  'stores/pending-effects':
    'a lead that was missed still owes its news, which are published again under the same ids',
  'stores/bound-key-store': 'the next sweep removes old keys by the same filter',
  'stores/lead-store': 'the next sweep removes old keys by the same filter',
  'stores/slots': 'it reads what it missed, and confirms that alone',
};
