import type { mongo } from 'mongoose';

export interface IndexSpec {
  readonly collection: string;
  readonly name: string;
  readonly key: Record<string, 1 | -1>;
  readonly unique?: true;
  /** The index holds only documents that match, so decided and settled records leave it. */
  readonly where?: mongo.Document;
  /** The database removes a document at the time that the index is of, by its own clock, within minutes. */
  readonly expires?: true;
}

const present = (path: string) => ({ [path]: { $exists: true } });

/** For a list of the leads with one value, by the time when they were received (ADR 49). */
const listedBy = (name: string, path: string): IndexSpec => ({
  collection: 'leads',
  name,
  key: { [path]: 1, received_at: -1 },
});

/** For who looks for a person whose later data under an id leave out what is looked for. */
const allIdentities = (collection: string): IndexSpec => ({
  collection,
  name: 'all_identities',
  key: { 'all_identities.key': 1 },
  where: present('all_identities.key'),
});

/**
 * All indexes except `_id`, which does most of the work: leads and searches are found by id, claims by the keyed
 * identity, API keys by hash, and catalogue versions by number.
 */
export const INDEXES: readonly IndexSpec[] = [
  { collection: 'searches', name: 'due', key: { due_at: 1 }, where: present('due_at') },
  {
    collection: 'searches',
    name: 'reserved_slots',
    key: { 'slots.state': 1 },
    where: { 'slots.state': 'reserved' },
  },
  { collection: 'earlier_results', name: 'search', key: { search_id: 1, run: 1 } },
  {
    collection: 'earlier_results',
    name: 'terms',
    key: { terms_until: 1 },
    where: present('terms_until'),
  },
  {
    collection: 'searches',
    name: 'external_id',
    key: { external_id: 1 },
    where: present('external_id'),
  },
  { collection: 'searches', name: 'created', key: { created_at: 1 } },
  {
    collection: 'searches',
    name: 'counts_from',
    key: { counts_from: 1 },
    where: present('counts_from'),
  },
  // Its documents are large: a version is looked for without reading them.
  { collection: 'catalogue_versions', name: 'at', key: { at: 1, _id: -1 } },
  {
    collection: 'catalogue_versions',
    name: 'subject',
    key: { subject: 1, _id: -1 },
    where: present('subject'),
  },
  {
    collection: 'catalogue_versions',
    name: 'files_from',
    key: { files_from: 1, _id: -1 },
    where: present('files_from'),
  },
  {
    collection: 'catalogue_versions',
    name: 'files_digest',
    key: { files_digest: 1, _id: -1 },
    where: present('files_digest'),
  },
  { collection: 'timed_changes', name: 'until', key: { until: 1 } },
  { collection: 'leads', name: 'received', key: { received_at: 1 } },
  { collection: 'leads', name: 'due', key: { due_at: 1 }, where: present('due_at') },
  { collection: 'leads', name: 'intent', key: { 'intent.at': 1 }, where: present('intent.at') },
  {
    collection: 'leads',
    name: 'pending_effects',
    key: { 'pending_effects.kind': 1, 'pending_effects.since': 1 },
    where: present('pending_effects.kind'),
  },
  { collection: 'leads', name: 'accepted', key: { 'decision.at': 1 }, where: { state: 'accepted' } },
  {
    collection: 'leads',
    name: 'places_given_back',
    key: { 'returns.place_given_back': 1, 'intent.at': 1 },
    where: present('returns.place_given_back'),
  },
  { collection: 'leads', name: 'unrolled', key: { unrolled: 1 }, where: present('unrolled') },
  { collection: 'searches', name: 'unrolled', key: { unrolled: 1 }, where: present('unrolled') },
  { collection: 'report_rollups', name: 'due', key: { due: 1 }, where: present('due') },
  { collection: 'leads', name: 'unknown', key: { received_at: 1 }, where: { state: 'unknown' } },
  { collection: 'leads', name: 'failed', key: { received_at: 1 }, where: { state: 'failed' } },
  listedBy('affiliate', 'affiliate_id'),
  listedBy('campaign', 'campaign_id'),
  listedBy('offer', 'offer_id'),
  listedBy('buyer', 'intent.buyer_id'),
  listedBy('program', 'program_id'),
  listedBy('code', 'decision.code'),
  listedBy('tracking', 'tracking_keys'),
  // For the person on the phone, whose lead was refused and holds no claim.
  { collection: 'leads', name: 'identity', key: { 'identities.key': 1 } },
  allIdentities('leads'),
  { collection: 'leads', name: 'request', key: { request_id: 1 } },
  { collection: 'leads', name: 'returned', key: { received_at: -1 }, where: present('returns.at') },
  {
    collection: 'leads',
    name: 'request_due',
    key: { request_due_at: 1 },
    where: present('request_due_at'),
  },
  {
    collection: 'leads',
    name: 'requested',
    key: { 'return_requests.at': 1 },
    where: present('return_requests.at'),
  },
  { collection: 'leads', name: 'reference', key: { reference: 1 }, where: present('reference') },
  { collection: 'idempotency_keys', name: 'at', key: { at: 1 } },
  {
    collection: 'leads',
    name: 'idempotency_age',
    key: { 'idempotency.at': 1 },
    where: present('idempotency.at'),
  },
  {
    collection: 'entries',
    name: 'buyer_period',
    key: { buyer_id: 1, period: 1 },
    where: present('buyer_id'),
  },
  {
    collection: 'entries',
    name: 'affiliate_period',
    key: { affiliate_id: 1, period: 1 },
    where: present('affiliate_id'),
  },
  {
    collection: 'entries',
    name: 'buyer_month',
    key: { buyer_id: 1, month: 1 },
    where: present('buyer_id'),
  },
  {
    collection: 'entries',
    name: 'offer_month',
    key: { offer_id: 1, month: 1 },
    where: present('offer_id'),
  },
  { collection: 'entries', name: 'lead', key: { lead_id: 1 }, where: present('lead_id') },
  { collection: 'entries', name: 'day', key: { day: 1 } },
  { collection: 'lead_stages', name: 'lead', key: { lead_id: 1 } },
  { collection: 'lead_stages', name: 'day', key: { sold_on: 1 } },
  { collection: 'lead_stages', name: 'uncounted', key: { uncounted: 1 }, where: present('uncounted') },
  {
    collection: 'lead_stages',
    name: 'after_return',
    key: { after_return: 1, at: 1 },
    where: present('after_return'),
  },
  { collection: 'statement_marks', name: 'month', key: { month: 1 } },
  { collection: 'lead_news', name: 'at', key: { at: 1 } },
  { collection: 'lead_news', name: 'unordered', key: { unordered: 1 }, where: present('unordered') },
  {
    collection: 'lead_news',
    name: 'position',
    key: { position: 1 },
    unique: true,
    where: present('position'),
  },
  {
    collection: 'lead_news',
    name: 'feed',
    key: { affiliate_id: 1, environment: 1, position: 1 },
    where: present('position'),
  },
  { collection: 'leads', name: 'forget', key: { 'forget.at': 1 }, where: present('forget.at') },
  { collection: 'searches', name: 'identity', key: { 'identities.key': 1 } },
  allIdentities('searches'),
  { collection: 'erasures', name: 'running', key: { running: 1 }, where: present('running') },
  { collection: 'lead_news', name: 'lead', key: { lead_id: 1 } },
  { collection: 'consent_evidence', name: 'lead', key: { lead_id: 1 } },
  { collection: 'consent_evidence', name: 'identity', key: { 'identities.key': 1 } },
  { collection: 'consent_evidence', name: 'received', key: { received_at: 1 } },
  {
    collection: 'consent_evidence',
    name: 'unchained',
    key: { unchained: 1 },
    where: present('unchained'),
  },
  { collection: 'exchanges', name: 'record', key: { record_id: 1 } },
  { collection: 'exchanges', name: 'counts_from', key: { counts_from: 1 } },
  { collection: 'exchanges', name: 'doubtful', key: { doubtful: 1 }, where: present('doubtful') },
  { collection: 'consent_heads', name: 'prev', key: { prev: 1 }, unique: true },
  { collection: 'verification_answers', name: 'ends', key: { ends_at: 1 }, expires: true },
  { collection: 'verification_answers', name: 'lead', key: { lead_id: 1 } },
  { collection: 'claims', name: 'age', key: { 'owners.at': 1 } },
  { collection: 'refused_calls', name: 'at', key: { at: 1 } },
  { collection: 'refused_calls', name: 'affiliate', key: { affiliate_id: 1, at: -1 } },
  { collection: 'refused_calls', name: 'request', key: { request_id: 1 } },
  { collection: 'suppressions', name: 'added', key: { added_at: -1, _id: -1 } },
  {
    collection: 'suppressions',
    name: 'expires',
    key: { expires_at: 1 },
    where: present('expires_at'),
  },
  { collection: 'audit_log', name: 'at', key: { at: 1 } },
  { collection: 'audit_log', name: 'on', key: { 'on.ids': 1 } },
  { collection: 'audit_log', name: 'outcome', key: { intent: 1 }, where: present('intent') },
  { collection: 'outbox', name: 'lane', key: { lane: 1, due_at: 1 }, where: present('due_at') },
  { collection: 'outbox', name: 'subject', key: { subject: 1, order: 1 } },
  { collection: 'outbox', name: 'parked', key: { state: 1, lane: 1 }, where: { state: 'parked' } },
  { collection: 'outbox', name: 'ended', key: { ended_at: 1 }, where: present('ended_at') },
  {
    collection: 'webhook_messages',
    name: 'lane',
    key: { lane: 1, due_at: 1 },
    where: present('due_at'),
  },
  { collection: 'webhook_messages', name: 'subject', key: { subject: 1, order: 1 } },
  { collection: 'webhook_messages', name: 'listed', key: { lane: 1, created_at: 1 } },
  { collection: 'webhook_messages', name: 'parked', key: { state: 1, lane: 1 }, where: { state: 'parked' } },
  { collection: 'webhook_messages', name: 'ended', key: { ended_at: 1 }, where: present('ended_at') },
  { collection: 'buyer_notices', name: 'lane', key: { lane: 1, due_at: 1 }, where: present('due_at') },
  { collection: 'buyer_notices', name: 'subject', key: { subject: 1, order: 1 } },
  { collection: 'buyer_notices', name: 'state', key: { state: 1, created_at: 1 } },
  { collection: 'buyer_notices', name: 'lead', key: { 'content.lead_id': 1 } },
  { collection: 'buyer_notices', name: 'ended', key: { ended_at: 1 }, where: present('ended_at') },
  {
    collection: 'buyer_notices',
    name: 'sealed',
    key: { 'content.sealed_until': 1 },
    where: present('content.sealed_until'),
  },
  { collection: 'outbox_lanes', name: 'due', key: { outbox: 1, due_at: 1 }, where: present('due_at') },
  { collection: 'api_keys', name: 'id', key: { id: 1 }, unique: true },
  { collection: 'api_keys', name: 'prefix', key: { prefix: 1 } },
  { collection: 'operator_keys', name: 'id', key: { id: 1 }, unique: true },
  { collection: 'operator_keys', name: 'prefix', key: { prefix: 1 } },
  {
    collection: 'saved_views',
    name: 'owner',
    key: { owner: 1, screen: 1, name: 1 },
    unique: true,
  },
  {
    collection: 'saved_views',
    name: 'mailed',
    key: { 'mail.next_at': 1 },
    where: present('mail.next_at'),
  },
  {
    collection: 'people',
    name: 'local_email',
    key: { 'local.email': 1 },
    unique: true,
    where: present('local.email'),
  },
  {
    collection: 'people',
    name: 'provider',
    key: { 'provider.issuer': 1, 'provider.subject': 1 },
    unique: true,
    where: present('provider.subject'),
  },
  { collection: 'people', name: 'email', key: { email: 1 } },
  { collection: 'invitations', name: 'email', key: { email: 1 } },
  { collection: 'sessions', name: 'id', key: { id: 1 }, unique: true },
  { collection: 'sessions', name: 'person', key: { person_id: 1 } },
  { collection: 'sessions', name: 'expires', key: { expires_at: 1 } },
];

export const indexedCollections = (): string[] => [...new Set(INDEXES.map(({ collection }) => collection))];
