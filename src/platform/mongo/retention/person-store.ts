import type { Connection } from 'mongoose';
import type { DueRecord, PersonStore, WalkedClass } from '../../../app/ports/person-store.js';
import { emailAndPhone } from '../../../core/lead/identity.js';
import { FINAL_STATES, RIPE_STATES } from '../../../core/lead/lead-states.js';
import { SUBID_FIELDS } from '../../../core/money/entry.js';
import { remembered } from '../../../core/search/earlier-runs.js';
import type { IdentityKey, StoredResult } from '../../../core/search/search-record.js';
import { createToldOfLeads } from '../person/told-of-leads.js';
import { clearOf } from '../sealing/person.js';
import { forgetTermsOf } from '../stores/search-again.js';
import type { SearchResult } from '../terms/short-forms.js';
import { isReference } from '../terms/terms-store.js';

interface Row {
  readonly _id: string;
  readonly round: number;
  readonly state: string;
  readonly received_at?: Date;
  readonly created_at?: Date;
  readonly counts_from?: Date;
  readonly lead?: { readonly address?: { readonly state?: string } };
  readonly tracking?: Readonly<Record<string, unknown>>;
  readonly consent?: { readonly decision?: unknown; readonly at?: unknown };
  readonly fallbacks?: readonly { readonly lead_id: string; readonly offer_id: string }[];
  readonly identities?: readonly IdentityKey[];
  readonly terms?: object;
  readonly results?: readonly SearchResult[];
}
interface KeyedEvidence {
  readonly lead_id: string;
  readonly identities?: readonly IdentityKey[];
}
type Age = 'received_at' | 'created_at' | 'counts_from';
interface Walked {
  readonly of: 'leads' | 'searches';
  readonly age: Age;
  readonly filter: object;
}
interface Progress {
  readonly _id: string;
  readonly to: Date;
}

const KEPT_OF = {
  round: 1,
  state: 1,
  'lead.address.state': 1,
  'fallbacks.lead_id': 1,
  'fallbacks.offer_id': 1,
};
const SUBIDS = Object.fromEntries(SUBID_FIELDS.map((name) => [`tracking.${name}`, 1]));
const CONSENT = { 'consent.decision': 1, 'consent.at': 1 };
const MAX_COUNTED = 10_000;

/** Its person is still there. */
const THERE = { forgotten: { $exists: false } };
const DONE = { ...THERE, state: 'done' };
const UNSOLD = { 'slots.0': { $exists: false } };
/** It was not searched again. */
const ONCE = { counts_from: { $exists: false } };
/** It is met by its mark otherwise. */
const UNMARKED = { ...THERE, 'forget.why': { $exists: false } };
/** Decided, and its person is gone. */
const GONE = { 'forgotten.at': { $exists: true }, state: { $in: [...FINAL_STATES] } };
const LABELED = { data_hash: { $ne: '' } };
/** A range with a lower bound, because FerretDB uses a partial index only for such ranges. */
const MARKED = { 'forget.at': { $gte: new Date(0) } };
const REFUSED = FINAL_STATES.filter((state) => state !== 'accepted');

/** Which records each class has, and what says how old they are. Records that workers still move are left alone. */
const WALKED: Readonly<Record<WalkedClass, Walked>> = {
  searches: { of: 'searches', age: 'created_at', filter: { ...DONE, ...ONCE, ...UNSOLD } },
  sold_searches: { of: 'searches', age: 'created_at', filter: { ...DONE, ...ONCE } },
  searches_again: { of: 'searches', age: 'counts_from', filter: { ...DONE, ...UNSOLD } },
  sold_searches_again: { of: 'searches', age: 'counts_from', filter: DONE },
  refused_leads: { of: 'leads', age: 'received_at', filter: { ...UNMARKED, state: { $in: REFUSED } } },
  sold_leads: { of: 'leads', age: 'received_at', filter: { ...UNMARKED, state: { $in: RIPE_STATES } } },
  labels: { of: 'leads', age: 'received_at', filter: { ...GONE, ...LABELED } },
};
/** What a walk leaves behind of the leads that it passes. */
const LEFT: Readonly<Partial<Record<WalkedClass, object>>> = { sold_leads: THERE, labels: LABELED };
const WITHOUT_LABELS = {
  $set: { tracking: {}, identities: [], data_hash: '' },
  $unset: { tracking_keys: 1, forget: 1 },
} as const;
const markedAt = (at: Date) => ({ $set: { forget: { at, no_evidence: false, why: 'retention' } } });
const DUE = { round: 1, state: 1, received_at: 1, created_at: 1, counts_from: 1 };
const toDue = (row: Row, age: Age, otherwise: Date): DueRecord => ({
  ...{ id: row._id, round: row.round, state: row.state },
  counts_from: row[age] ?? otherwise,
});
/** Removes persons from leads and searches in MongoDB. Each removal is one conditional update of one document. */
export function createPersonStore(connection: Connection): PersonStore {
  const collections = {
    leads: connection.collection<Row>('leads'),
    searches: connection.collection<Row>('searches'),
  };
  const evidence = connection.collection<KeyedEvidence>('consent_evidence');
  const progress = connection.collection<Progress>('meta');
  const { leads } = collections;
  const reached = async (walk: WalkedClass): Promise<Date> =>
    (await progress.findOne({ _id: `retention:${walk}` }))?.to ?? new Date(0);
  const query = (walk: WalkedClass, from: Date, before?: Date) => {
    const { of, age, filter } = WALKED[walk];
    const range = { $gte: from, ...(before && { $lt: before }) };
    return { of, age, filter: { ...filter, [age]: range } };
  };
  return {
    async due(walk, from, before, limit) {
      const { of, age, filter } = query(walk, from, before);
      const found = await collections[of]
        .find(filter, { projection: DUE })
        .sort({ [age]: 1 })
        .limit(limit)
        .toArray();
      return found.map((row) => toDue(row, age, before));
    },
    async outlook(walk, from, before) {
      const { of, filter } = query(walk, from, before);
      const due = await collections[of].countDocuments(filter, { limit: MAX_COUNTED });
      const later = query(walk, before);
      const [next] = await collections[of]
        .find(later.filter, { projection: { [later.age]: 1 } })
        .sort({ [later.age]: 1 })
        .limit(1)
        .toArray();
      return { due, next: next?.[later.age] ?? null };
    },
    async forgetLead({ id, round, state }, forgotten) {
      const asRead = { _id: id, round, state };
      const row = await leads.findOne(asRead, {
        projection: { ...KEPT_OF, ...SUBIDS, ...CONSENT, 'terms.tcpa_text': 1 },
      });
      if (!row) return false;
      const { consent } = row;
      const written = await leads.updateOne(
        // News and a next try are made from the person. They are published or opened within seconds.
        {
          ...{ ...asRead, 'news.0': { $exists: false }, 'next_try.owed_since': { $exists: false } },
          ...(forgotten.no_evidence ? {} : { 'forget.no_evidence': { $ne: true } }),
        },
        {
          $set: {
            ...{ ...clearOf(row), extra: {}, answers: {}, forgotten },
            ...(row.terms && { 'terms.tcpa_text': null, 'terms.form_fields': [] }),
            consent: {
              ...{ decision: consent?.decision ?? null, text: null, button_label: null, cert_url: null },
              ...{ universal_lead_ref: null, ip_address: '' },
              at: consent?.at ?? forgotten.at,
            },
          },
          $unset: { sealed: 1, sealed_by: 1, suppression_keys: 1 },
          // A first run may have read it, and would send it: it loses, and the next one meets a lead without its person.
          ...(state === 'queued' ? { $inc: { runs: 1 } } : {}),
        },
      );
      return written.matchedCount === 1;
    },
    async forgetSearch({ id, round, state }, forgotten) {
      const asRead = { _id: id, round, state };
      const row = await collections.searches.findOne(asRead, {
        projection: { ...KEPT_OF, ...SUBIDS, results: 1 },
      });
      if (!row) return false;
      const { results } = row;
      const written = await collections.searches.updateOne(
        // A partner may answer meanwhile.
        { ...asRead, ...(results && { results: { $size: results.length } }) },
        {
          $set: {
            ...{ ...clearOf(row), extra: {}, consent: {}, identities: [] },
            ...(results?.some(hasOwnTerms) && { results: results.map(withoutWords) }),
            forgotten,
          },
          $unset: { sealed: 1, sealed_by: 1, suppression_keys: 1 },
        },
      );
      if (written.matchedCount === 0) return false;
      // Behind it: else a search that changed since had lost them. After a kill they go when they expire.
      if (round > 1) await forgetTermsOf(connection, { search_id: id, terms_until: { $exists: true } });
      return true;
    },
    forgetTold: (leadIds) => createToldOfLeads(connection).scrub(leadIds),
    async forgetLabels(ids) {
      if (ids.length === 0) return;
      await leaveKeys(ids);
      await leads.updateMany({ _id: { $in: [...ids] }, ...GONE }, WITHOUT_LABELS);
    },
    async pass(walk, from, to, now) {
      const { of, age } = WALKED[walk];
      const between = { [age]: { $gte: from, $lte: to } };
      const left = LEFT[walk];
      if (left) await leads.updateMany({ ...between, ...left, forget: { $exists: false } }, markedAt(now));
      // Nobody closed it in all that time: its term begins again.
      const open = { ...between, ...THERE, state: { $ne: 'done' } };
      if (of === 'searches') await collections.searches.updateMany(open, { $set: { counts_from: now } });
    },
    async leave(left, at) {
      if (left.length === 0) return;
      const unlessErased = { $or: [{ forget: { $exists: false } }, { 'forget.why': 'retention' }] };
      const steps = left.map(({ id: _id, round }) => ({
        updateOne: { filter: { _id, round, ...THERE, ...unlessErased }, update: markedAt(at) },
      }));
      await leads.bulkWrite(steps, { ordered: false });
    },
    async left(now, limit) {
      const ripe = { ...THERE, 'forget.why': 'retention', state: { $in: RIPE_STATES } };
      const found = await leads
        .find({ ...ripe, 'forget.at': { $gte: new Date(0), $lte: now } }, { projection: DUE })
        .sort({ 'forget.at': 1 })
        .limit(limit)
        .toArray();
      return found.map((row) => toDue(row, 'received_at', now));
    },
    async endMarks() {
      const passed = await reached('labels');
      // Not by its age in the filter: FerretDB would read the index of the ages of all leads that the walk has passed.
      const marked = await leads.find({ ...MARKED, ...GONE }, { projection: { received_at: 1 } }).toArray();
      const ended = marked.filter(({ received_at: at }) => at && at <= passed).map(({ _id }) => _id);
      if (ended.length === 0) return;
      await leaveKeys(ended);
      await leads.updateMany({ _id: { $in: ended }, ...GONE }, WITHOUT_LABELS);
    },
    reached,
    async reach(walk, at) {
      await progress.updateOne({ _id: `retention:${walk}` }, { $max: { to: at } }, { upsert: true });
    },
  };

  /** So that the person is still found by evidence that an earlier build kept without keys. */
  async function leaveKeys(leadIds: readonly string[]): Promise<void> {
    const without = { lead_id: { $in: [...leadIds] }, identities: { $exists: false } };
    const found = await evidence.find(without, { projection: { lead_id: 1 } }).toArray();
    if (found.length === 0) return;
    const rows = await leads
      .find({ _id: { $in: found.map(({ lead_id }) => lead_id) } }, { projection: { identities: 1 } })
      .toArray();
    const steps = rows.map(({ _id, identities = [] }) => ({
      updateMany: {
        filter: { lead_id: _id, identities: { $exists: false } },
        update: { $set: { identities: emailAndPhone(identities) } },
      },
    }));
    if (steps.length > 0) await evidence.bulkWrite(steps, { ordered: false });
  }
}

/** A result of a partner: its texts come from outside, and may name the person. */
const hasOwnTerms = (result: SearchResult): boolean =>
  typeof result !== 'string' && !isReference(result.terms);

const withoutWords = (result: SearchResult): SearchResult =>
  hasOwnTerms(result) ? remembered(result as StoredResult) : result;
