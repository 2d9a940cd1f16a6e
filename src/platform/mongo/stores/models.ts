import type { Connection, Model, Schema } from 'mongoose';
import type { ClaimOwner } from '../../../core/duplicates/claim-owner.js';
import type { LeadRecord } from '../../../core/lead/lead-record.js';
import type { SearchRecord } from '../../../core/search/search-record.js';
import type { ReferringResult } from '../terms/terms-store.js';
import { documentSchema, MIXED, type Stored } from './documents.js';

/**
 * A claim owner as stored. `taken_by` names the call that added the owner, so that a call removes only its own entry.
 * `run` is the fencing token of the submission's newest run that took the claim.
 */
export type StoredClaimOwner = ClaimOwner & { readonly taken_by: string; readonly run: number };

export interface StoredClaim {
  readonly _id: string;
  readonly owners: StoredClaimOwner[];
}

const searchSchema = documentSchema(
  {
    _id: String,
    affiliate_id: String,
    campaign_id: String,
    request_id: String,
    external_id: String,
    is_test: Boolean,
    created_at: Date,
    counts_from: Date,
    run: Number,
    state: String,
    due_at: Date,
    closes_at: Date,
    lead: MIXED,
    tracking: MIXED,
    consent: MIXED,
    extra: MIXED,
    identities: [MIXED],
    all_identities: [MIXED],
    suppression_keys: [String],
    catalogue_version: Number,
    results: [MIXED],
    earlier: [MIXED],
    partners: [MIXED],
    earlier_asks: [MIXED],
    verdicts: [MIXED],
    ruled_out: MIXED,
    slots: [MIXED],
    taken: MIXED,
    timeline: [MIXED],
    forgotten: MIXED,
    unrolled: [MIXED],
    marks: [String],
    sealed: String,
    sealed_by: String,
  },
  'searches',
);

const leadSchema = documentSchema(
  {
    _id: String,
    affiliate_id: String,
    campaign_id: String,
    offer_id: String,
    buyer_id: String,
    request_id: String,
    external_id: String,
    form: String,
    search_id: String,
    result_id: String,
    search_run: Number,
    result_run: Number,
    is_test: Boolean,
    received_at: Date,
    submission: Number,
    state: String,
    runs: Number,
    stalls: Number,
    stalled: [String],
    taken: MIXED,
    waiting: MIXED,
    due_at: Date,
    first_due_at: Date,
    lead: MIXED,
    tracking: MIXED,
    extra: MIXED,
    answers: MIXED,
    program_id: String,
    consent: MIXED,
    terms: MIXED,
    identities: [MIXED],
    all_identities: [MIXED],
    suppression_keys: [String],
    tracking_keys: [String],
    data_hash: String,
    intent: MIXED,
    verified: [MIXED],
    attempts: [MIXED],
    reference: String,
    pending_since: Date,
    window_used_ms: Number,
    decision: MIXED,
    callbacks: [String],
    pending_effects: [MIXED],
    unrolled: [MIXED],
    marks: [String],
    sealed: String,
    sealed_by: String,
    returns: [MIXED],
    return_requests: [MIXED],
    return_evidence: MIXED,
    request_due_at: Date,
    revision: Number,
    fallbacks: [MIXED],
    earlier_leads: [MIXED],
    next_fallback: MIXED,
    idempotency: [MIXED],
    timeline: [MIXED],
    forgotten: MIXED,
    forget: MIXED,
  },
  'leads',
);

/** An Idempotency-Key. Its `_id` is the affiliate's id and the key, and `at` is when it was bound. */
export interface StoredBoundKey {
  readonly _id: string;
  readonly lead_id: string;
  readonly body_hash: string;
  readonly at: Date;
}

const boundKeySchema = documentSchema(
  { _id: String, lead_id: String, body_hash: String, at: Date, marks: [String] },
  'idempotency_keys',
);

/** A result of an earlier run of a search. It has its own id. */
export type StoredEarlierResult = Stored<ReferringResult> & {
  readonly search_id: string;
  /** When a partner's terms are no longer needed. Absent: they were removed, or the result refers to shared ones. */
  readonly terms_until?: Date;
};

const earlierResultSchema = documentSchema(
  {
    _id: String,
    search_id: String,
    run: Number,
    campaign_id: String,
    offer_id: String,
    priority: Number,
    terms: MIXED,
    terms_until: Date,
  },
  'earlier_results',
);

const claimSchema = documentSchema({ _id: String, owners: [MIXED] }, 'claims');

/**
 * A connection knows each model once; a second store on it shares the first store's model. The types are written out,
 * not inferred: comparing two of Mongoose's model types costs the compiler minutes and gigabytes.
 */
function modelOf<Row>(connection: Connection, name: string, schema: Schema): Model<Row> {
  const known: unknown = connection.models[name] ?? connection.model(name, schema);
  return known as Model<Row>;
}

export type SearchModel = Model<Stored<SearchRecord>>;
export type LeadModel = Model<Stored<LeadRecord>>;

export const searchModel = (connection: Connection): SearchModel =>
  modelOf(connection, 'Search', searchSchema);

export const earlierResultModel = (connection: Connection): Model<StoredEarlierResult> =>
  modelOf(connection, 'EarlierResult', earlierResultSchema);

export const leadModel = (connection: Connection): LeadModel => modelOf(connection, 'Lead', leadSchema);

export const claimModel = (connection: Connection): Model<StoredClaim> =>
  modelOf(connection, 'Claim', claimSchema);

export const boundKeyModel = (connection: Connection): Model<StoredBoundKey> =>
  modelOf(connection, 'BoundKey', boundKeySchema);
