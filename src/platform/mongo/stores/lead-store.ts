import { trusted, type Connection, type mongo } from 'mongoose';
import type { LeadStore } from '../../../app/ports/lead-store.js';
import type { CountedLead } from '../../../core/caps/counted-leads.js';
import { MAX_CALLBACKS, type LeadRecord } from '../../../core/lead/lead-record.js';
import {
  earlierThan,
  keepEntries,
  toRecord,
  WITH_ITS_PERSON,
  type Stored,
  plain,
  upTo,
} from './documents.js';
import { newsOfAgain } from '../../../core/news/pending-news.js';
import { marksLate } from '../../../core/reports/late-change.js';
import { insertOrRead } from './retry-conflicts.js';
import { STANDING, type LeadStanding } from '../../../core/lead/lead-standing.js';
import { COUNTED } from './lead-counts.js';
import { inOneBatch } from '../first-batch.js';
import { unlessTaken } from './duplicate-key.js';
import { createPendingEffects } from './pending-effects.js';
import { take, transition } from './lead-transitions.js';
import { requeue } from './requeue.js';
import { toStoredClicks } from '../sealing/click-ids.js';
import { NO_LONGER_CLEAR } from '../sealing/seal-person.js';
import { sealMembers, toOpened, toOpenedOrNull, toSealed } from '../sealing/sealed-records.js';
import { type LeadModel, leadModel } from './models.js';

type Row = Stored<LeadRecord>;

const COUNT_BATCH = 1_000;
const STANDS = Object.fromEntries(STANDING.filter((name) => name !== 'id').map((name) => [name, 1]));

/** Leads in MongoDB. Every change is one conditional update of one document (docs/mechanisms.md#states). */
export function createLeadStore(connection: Connection, clock: () => Date = () => new Date()): LeadStore {
  const leads = leadModel(connection);
  return {
    insert: (lead) => insert(leads, lead),
    read: async (id, how) =>
      toOpenedOrNull<LeadRecord>(leads, await plain<Row>(leads).findOne({ _id: id }), how),
    async readMany(ids) {
      const found = await leads
        .find({ _id: trusted({ $in: [...ids] }) }, null, inOneBatch(ids))
        .lean<Row[]>();
      return found.map((lead) => toOpened<LeadRecord>(leads, lead));
    },
    async standings(ids) {
      const found = plain<Stored<LeadStanding>>(leads).find(
        { _id: { $in: [...ids] } },
        { projection: STANDS, ...inOneBatch(ids) },
      );
      return (await found.toArray()).map((lead) => toRecord<LeadStanding>(lead));
    },
    forgotten: (ids) => those(leads, ids, { forgotten: trusted({ $exists: true }) }),
    withoutEvidence: (ids) =>
      those(leads, ids, { $or: [{ 'forget.no_evidence': true }, { 'forgotten.no_evidence': true }] }),
    take: (id, submission, now, until, by) => take(leads, { id, submission, now, until, by }),
    requeue: (runs, now, due_at) => requeue(leads, runs, now, due_at),
    transition: (when, change) => transition(leads, when, change, clock()),
    async note(id, mark, entry) {
      await plain(leads).updateOne(
        { _id: id, callbacks: { $ne: mark }, [`callbacks.${MAX_CALLBACKS - 1}`]: { $exists: false } },
        { $push: { callbacks: mark, timeline: keepEntries([entry]) } },
      );
    },
    resubmit: (id, submission, again) => resubmit(leads, clock(), id, submission, again),
    async overdue(before, limit) {
      const found = await leads
        .find({ due_at: earlierThan(before) }, { submission: 1, due_at: 1 }, upTo(limit))
        .sort({ due_at: 1 })
        .lean<Stored<Pick<LeadRecord, 'id' | 'submission' | 'due_at'>>[]>();
      return found.map((lead) => toRecord(lead));
    },
    ...createPendingEffects(connection),
    async insertFallback(lead) {
      // It has no Idempotency-Key, so only its own id can be taken.
      await unlessTaken(plain<Row>(leads).insertOne(toSealed(leads, lead)));
    },
    async expireIdempotencyKeys(before) {
      const expired = await plain<Row>(leads).updateMany(
        { 'idempotency.at': earlierThan(before) },
        { $pull: { idempotency: { at: { $lt: before } } } },
      );
      return expired.modifiedCount;
    },
    counted: countedLeads(connection),
  };
}

/** Which of these leads are so. */
async function those(leads: LeadModel, ids: readonly string[], are: object): Promise<ReadonlySet<string>> {
  const found = await leads
    .find({ _id: trusted({ $in: [...ids] }), ...are }, { _id: 1 })
    .lean<Pick<Row, '_id'>[]>();
  return new Set(found.map(({ _id }) => _id));
}

/** A lead with an Idempotency-Key may be stored by two calls at once, under one id (`src/app/submit/idempotency.ts`). */
async function insert(leads: LeadModel, lead: LeadRecord): ReturnType<LeadStore['insert']> {
  const [sent] = lead.idempotency ?? [];
  const document = toSealed(leads, lead);
  const store = (): Promise<unknown> => plain<Row>(leads).insertOne(document);
  if (!sent) {
    await store();
    return { inserted: true };
  }
  const existing = await insertOrRead(store, () => plain<Row>(leads).findOne({ _id: lead.id }));
  return existing ? { inserted: false, existing: toOpened<LeadRecord>(leads, existing) } : { inserted: true };
}

/**
 * Evaluates a lead again only if it never reached a buyer: the service itself refused it, or it failed. A caller
 * supplied the data, so this uses the driver directly. Mongoose mistakes an object with a member `isMongooseBuffer`
 * for one of its own and throws.
 */
async function resubmit(
  leads: LeadModel,
  now: Date,
  ...[id, submission, again]: Parameters<LeadStore['resubmit']>
): ReturnType<LeadStore['resubmit']> {
  const { entry, received_before, earlier, known, ...data } = again;
  // The reports count the lead at its new time from now on.
  const mark = marksLate(received_before, now) ? { unrolled: received_before } : {};
  const gone = {
    decision: 1,
    intent: 1,
    pending_since: 1,
    window_used_ms: 1,
    reference: 1,
    taken: 1,
    stalled: 1,
    waiting: 1,
    forget: 1,
  };
  const news = newsOfAgain(submission, entry.at, earlier && toStoredClicks(leads.db, 'lead_news', earlier));
  const written = await plain(leads).updateOne(
    {
      _id: id,
      submission,
      next_fallback: { $exists: false },
      ...WITH_ITS_PERSON,
      $or: [{ state: { $in: ['invalid', 'failed'] } }, { state: 'rejected', 'decision.source': 'service' }],
    },
    {
      $set: { ...sealMembers(leads, data), state: 'queued', first_due_at: data.due_at, runs: 0, stalls: 0 },
      $inc: { submission: 1, revision: 1 },
      $addToSet: { all_identities: { $each: known } },
      $unset: {
        ...gone,
        ...NO_LONGER_CLEAR,
        ...absent(data, 'program_id', 'tracking_keys', 'suppression_keys'),
        ...absent(data, 'external_id', 'fallbacks'),
      },
      $push: { timeline: keepEntries([entry]), ...mark, pending_effects: news },
    },
  );
  return written.matchedCount === 1 ? submission + 1 : null;
}

/** The store's `counted`. With a session, reads see at least what the session has seen. */
export const countedLeads =
  (connection: Connection, session?: mongo.ClientSession): LeadStore['counted'] =>
  (since) =>
    counted(leadModel(connection), since, session);

const absent = (data: object, ...names: (keyof LeadRecord)[]): object =>
  Object.fromEntries(names.filter((name) => !(name in data)).map((name) => [name, 1]));

/**
 * Test leads reserve no caps, so they are left out. The result is sorted because FerretDB reads a sorted result at
 * one moment. An unsorted result may miss a lead that is updated during the scan.
 */
async function* counted(
  leads: LeadModel,
  since: Date | null,
  session: mongo.ClientSession | undefined,
): AsyncGenerator<CountedLead> {
  const cursor = leads
    .find({ 'intent.at': trusted({ $gte: since ?? new Date(0) }), is_test: false }, COUNTED)
    .sort({ 'intent.at': 1 })
    .batchSize(COUNT_BATCH)
    .session(session ?? null)
    .lean<Stored<CountedLead>[]>()
    .cursor();
  for await (const lead of cursor) yield toRecord<CountedLead>(lead);
}
