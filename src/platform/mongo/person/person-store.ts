import type { Connection } from 'mongoose';
import type { DueRecord, PersonStore, WalkedClass } from '../../../app/ports/person-store.js';
import { FINAL_STATES, RESTING_STATES } from '../../../core/lead/lead-states.js';
import { MAX_COUNTED } from '../../../core/retention/retention.js';
import { updateEach } from '../each-document.js';
import { createMessagesOfLeads } from './messages-of-leads.js';
import { type Age, firstFrom } from '../retention/first-from.js';
import { createRemovePerson } from './remove-person.js';
import { compact } from '../../../core/catalogue/compact.js';
import { createLabels, GONE, LABELED } from '../retention/labels.js';

interface Row {
  readonly _id: string;
  readonly submission?: number;
  readonly run?: number;
  readonly state: string;
  readonly received_at?: Date;
  readonly created_at?: Date;
  readonly counts_from?: Date;
}
interface Walked {
  readonly of: 'leads' | 'searches';
  readonly age: Age;
  readonly filter: object;
}
interface Progress {
  readonly _id: string;
  readonly to: Date;
}

/** Its person is still there. */
const THERE = { forgotten: { $exists: false } };
const DONE = { ...THERE, state: 'done' };
const UNSOLD = { 'slots.0': { $exists: false } };
/** It was not searched again. */
const ONCE = { counts_from: { $exists: false } };
/** It is met by its mark otherwise. */
const UNMARKED = { ...THERE, 'forget.why': { $exists: false } };
const REFUSED = FINAL_STATES.filter((state) => state !== 'accepted');

/** Which records each class has, and what says how old they are. Records that workers still move are left alone. */
const WALKED: Readonly<Record<WalkedClass, Walked>> = {
  searches: { of: 'searches', age: 'created_at', filter: { ...DONE, ...ONCE, ...UNSOLD } },
  sold_searches: { of: 'searches', age: 'created_at', filter: { ...DONE, ...ONCE } },
  searches_again: { of: 'searches', age: 'counts_from', filter: { ...DONE, ...UNSOLD } },
  sold_searches_again: { of: 'searches', age: 'counts_from', filter: DONE },
  refused_leads: { of: 'leads', age: 'received_at', filter: { ...UNMARKED, state: { $in: REFUSED } } },
  sold_leads: { of: 'leads', age: 'received_at', filter: { ...UNMARKED, state: { $in: RESTING_STATES } } },
  labels: { of: 'leads', age: 'received_at', filter: { ...GONE, ...LABELED } },
};
/**
 * Records that have a term of their own, which may be the longer one: the walk takes them only behind the walk `by` that term,
 * if they were not in its class then.
 */
const OF_ANOTHER_TERM: Readonly<Partial<Record<WalkedClass, { by: WalkedClass; but: object }>>> = {
  sold_searches: { by: 'searches', but: { 'slots.0': { $exists: true } } },
  sold_searches_again: { by: 'searches_again', but: { 'slots.0': { $exists: true } } },
  sold_leads: { by: 'refused_leads', but: { state: { $nin: REFUSED } } },
};
/** What a walk leaves behind of the leads that it passes. */
const LEFT: Readonly<Partial<Record<WalkedClass, object>>> = { sold_leads: THERE, labels: LABELED };
const markedAt = (at: Date) => ({ $set: { forget: { at, no_evidence: false, why: 'retention' } } });
const DUE = { submission: 1, run: 1, state: 1, received_at: 1, created_at: 1, counts_from: 1 };
const toDue = (row: Row, age: Age, otherwise: Date): DueRecord => ({
  ...{ id: row._id, state: row.state, ...compact({ submission: row.submission, run: row.run }) },
  counts_from: row[age] ?? otherwise,
});

/** Finds the leads and searches whose person must go, in MongoDB, and removes it. */
export function createPersonStore(connection: Connection): PersonStore {
  const collections = {
    leads: connection.collection<Row>('leads'),
    searches: connection.collection<Row>('searches'),
  };
  const progress = connection.collection<Progress>('meta');
  const { leads } = collections;
  const reached = async (walk: WalkedClass): Promise<Date> =>
    (await progress.findOne({ _id: `retention:${walk}` }))?.to ?? new Date(0);
  /** Part of a filter of records from before `end`. It is empty where the other walk is ahead, as by the usual terms. */
  const own = async (walk: WalkedClass, end?: Date): Promise<{ $or?: object[] }> => {
    const other = OF_ANOTHER_TERM[walk];
    const passed = other && (await reached(other.by));
    if (!passed || (end && end <= passed)) return {};
    return { $or: [other.but, { [WALKED[walk].age]: { $lt: passed } }] };
  };
  const query = async (walk: WalkedClass, from: Date, before?: Date) => {
    const { of, age, filter } = WALKED[walk];
    const range = { $gte: from, ...(before && { $lt: before }) };
    return { of, age, filter: { ...filter, [age]: range, ...(await own(walk, before)) } };
  };
  return {
    ...createRemovePerson(connection),
    ...createLabels(connection, () => reached('labels')),
    async due(walk, from, before, limit) {
      const { of, age, filter } = await query(walk, from, before);
      const found = await collections[of]
        .find(filter, { projection: DUE })
        .sort({ [age]: 1 })
        .limit(limit)
        .toArray();
      return found.map((row) => toDue(row, age, before));
    },
    async outlook(walk, from, before) {
      const { of, filter } = await query(walk, from, before);
      const due = await collections[of].countDocuments(filter, { limit: MAX_COUNTED });
      const later = await query(walk, before);
      return { due, next: await firstFrom(connection, later, before) };
    },
    forgetClickIds: (leadIds) => createMessagesOfLeads(connection).forgetClickIds(leadIds),
    async pass(walk, from, to, now) {
      const { of, age } = WALKED[walk];
      const between = { [age]: { $gte: from, $lte: to } };
      const left = LEFT[walk] && { ...LEFT[walk], ...(await own(walk, to)) };
      if (left) await updateEach(leads, { ...between, ...left, forget: { $exists: false } }, markedAt(now));
      if (of !== 'searches') return;
      // Nobody closed it in all that time: its term begins again.
      const begun = age === 'counts_from' ? {} : { counts_from: { $ne: now } };
      const open = { ...between, ...begun, ...THERE, state: { $ne: 'done' } };
      await updateEach(collections.searches, open, { $set: { counts_from: now } });
    },
    async leave(left, at) {
      if (left.length === 0) return;
      const unlessErased = { $or: [{ forget: { $exists: false } }, { 'forget.why': 'retention' }] };
      const steps = left.map(({ id: _id, submission = 1 }) => ({
        updateOne: { filter: { _id, submission, ...THERE, ...unlessErased }, update: markedAt(at) },
      }));
      await leads.bulkWrite(steps, { ordered: false });
    },
    async left(now, limit) {
      const ripe = { ...THERE, 'forget.why': 'retention', state: { $in: RESTING_STATES } };
      const found = await leads
        .find({ ...ripe, 'forget.at': { $gte: new Date(0), $lte: now } }, { projection: DUE })
        .sort({ 'forget.at': 1 })
        .limit(limit)
        .toArray();
      return found.map((row) => toDue(row, 'received_at', now));
    },
    reached,
    async reach(walk, at) {
      await progress.updateOne({ _id: `retention:${walk}` }, { $max: { to: at } }, { upsert: true });
    },
  };
}
