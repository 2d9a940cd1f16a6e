import type { Connection } from 'mongoose';
import { startOfLevel } from '../../../core/lead/key-level.js';
import type { Suppression } from '../../../core/suppression/suppression.js';
import { hashAtLevel } from '../../secrets/identity-secret.js';
import type { IdentitySecret } from '../../secrets/secrets-in-force.js';
import { changeListed, entriesOf, type Listed } from '../suppressions/suppression-store.js';
import { copyClaim, endCopy } from './copy-claims.js';
import { HASHED, withNewKeys, withNewKeysAlone, type HashedRecord, type Raise } from './raise-record.js';
import {
  noteProgress,
  readSecrets,
  setPhase,
  type RotationPhase,
  type RotationPosition,
  type StoredSecrets,
} from './stored-secrets.js';

/** How far a step is. */
export interface RotationStep {
  readonly phase: RotationPhase;
  readonly step: string;
  /** Documents that this run has looked at in the step. */
  readonly seen: number;
}

export interface Rotation {
  readonly connection: Connection;
  /** All secrets, in the order of the database. */
  readonly secrets: readonly IdentitySecret[];
  /** Waits until every process has seen a phase, and until what it did before is stored. */
  readonly settle: () => Promise<unknown>;
  readonly now: () => Date;
}

interface Page {
  readonly _id: string;
}

interface Step {
  readonly name: string;
  readonly collection: string;
  /** Which ids are looked at: those under earlier secrets, those under the newest, or all. */
  readonly range: object;
  readonly projection: object;
  /** What is done with some documents. */
  readonly run: (rows: readonly Page[]) => Promise<unknown>;
}

const BATCH = 500;
const AT_ONCE = 16;

/**
 * Replaces the newest secret, beside all traffic (ADR 77). It can be stopped anywhere and goes on where it was.
 *
 * 1. `both`. Everybody makes both keys. After a pause in which processes that knew one key alone have stored what they began, all
 *    that is looked up gets the newer key: suppressions, claims, records. Claims are compared once more at the end.
 * 2. `new`. Everybody makes the newer key alone. Two processes of which one is still in `both` meet at the newer key. The
 *    former keys go.
 *
 * Two runs at once do no harm: a phase is ended once, and a run that is behind goes on where the other is. What it still does
 * takes less time than the pause of the next phase.
 */
export async function* rotate(rotation: Rotation): AsyncGenerator<RotationStep> {
  const { connection, secrets, settle, now } = rotation;
  const top = secrets.length - 1;
  const raise: Raise = (hash) => hashAtLevel(secrets, hash, top);
  const at = (phase: RotationPhase): RotationPosition => ({ phase, secrets: secrets.length });
  if (await storedAt(connection, at('both'))) {
    yield { phase: 'both', step: 'wait', seen: 0 };
    await settle();
    yield* walk(rotation, at('both'), addingSteps(connection, raise, top));
    await setPhase(connection, at('both'), 'new', now());
  }
  if (await storedAt(connection, at('new'))) {
    yield { phase: 'new', step: 'wait', seen: 0 };
    await settle();
    yield* walk(rotation, at('new'), removingSteps(connection, raise, top));
    await setPhase(connection, at('new'), 'settled');
  }
}

/** Undefined: the rotation is elsewhere. */
async function storedAt(
  connection: Connection,
  { phase, secrets }: RotationPosition,
): Promise<StoredSecrets | undefined> {
  const stored = await readSecrets(connection);
  return stored?.phase === phase && stored.checks.length === secrets ? stored : undefined;
}

/** Ends early when the phase is over, which another run has ended. */
async function* walk(
  { connection }: Rotation,
  place: RotationPosition,
  steps: readonly Step[],
): AsyncGenerator<RotationStep> {
  const stored = await storedAt(connection, place);
  if (!stored) return;
  const { step, after: reached = '' } = stored;
  const from = Math.max(
    0,
    steps.findIndex(({ name }) => name === step),
  );
  for (const { name, collection, range, projection, run } of steps.slice(from)) {
    let after = name === step ? reached : '';
    for (let seen = 0; ;) {
      const rows = await connection
        .collection<Page>(collection)
        .find({ $and: [{ _id: { $gt: after } }, range] }, { projection })
        .sort({ _id: 1 })
        .limit(BATCH)
        .toArray();
      const last = rows.at(-1);
      if (!last) break;
      await run(rows);
      after = last._id;
      seen += rows.length;
      if (!(await noteProgress(connection, place, name, after))) return;
      yield { phase: place.phase, step: name, seen };
    }
    if (!(await noteProgress(connection, place, name, after))) return;
  }
}

const ID_ALONE = { _id: 1 };
/** Evidence takes its keys from its lead, which has the newer ones by then. */
const RECORDS = ['leads', 'searches', 'consent_evidence'] as const;

const addingSteps = (connection: Connection, raise: Raise, top: number): Step[] => {
  const former = { _id: { $lt: startOfLevel(top) } };
  const newer = { _id: { $gte: startOfLevel(top) } };
  const copied = { $and: [newer, { copied_from: { $exists: true } }] };
  const claims = { collection: 'claims', projection: ID_ALONE };
  const copy = (rows: readonly Page[]) => each(rows, ({ _id }) => copyClaim(connection, _id, raise(_id)));
  return [
    {
      ...{ name: 'suppressions', collection: 'suppressions', range: former, projection: {} },
      run: (rows) => suppressAgain(connection, rows as readonly Listed[], raise),
    },
    { ...claims, name: 'claims', range: former, run: copy },
    ...RECORDS.map((name) => recordStep(connection, name, (record) => withNewKeys(record, raise))),
    // Somebody may have claimed or given back for a record that had the former key alone.
    { ...claims, name: 'claims again', range: former, run: copy },
    {
      ...{ name: 'copies', collection: 'claims', range: copied, projection: { copied_from: 1 } },
      run: (rows) =>
        each(rows as readonly (Page & { readonly copied_from: string })[], async ({ _id, copied_from }) => {
          await copyClaim(connection, copied_from, _id);
          await endCopy(connection, _id);
        }),
    },
  ];
};

const removingSteps = (connection: Connection, raise: Raise, top: number): Step[] => {
  const range = { _id: { $lt: startOfLevel(top) } };
  const removeFrom = (collection: string): Step => ({
    ...{ name: `former ${collection}`, collection, range, projection: ID_ALONE },
    run: (rows) =>
      connection.collection<Page>(collection).deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } }),
  });
  return [
    ...RECORDS.map((name) => recordStep(connection, name, (record) => withNewKeysAlone(record, raise))),
    removeFrom('suppressions'),
    removeFrom('claims'),
  ];
};

async function each<T>(all: readonly T[], run: (one: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += AT_ONCE) await Promise.all(all.slice(at, at + AT_ONCE).map(run));
}

/** A record that changed meanwhile is read again, because its next step may need the keys. */
function recordStep(
  connection: Connection,
  collection: (typeof RECORDS)[number],
  change: (record: HashedRecord) => Partial<HashedRecord>,
): Step {
  const projection: object = Object.fromEntries(HASHED.map((name) => [name, 1]));
  const records = connection.collection<HashedRecord>(collection);
  const once = async (record: HashedRecord): Promise<boolean> => {
    const members = change(record);
    const names = Object.keys(members) as (keyof HashedRecord)[];
    if (names.length === 0) return true;
    const asRead = Object.fromEntries(names.map((name) => [name, record[name]]));
    const filter: object = { _id: record._id, ...asRead };
    return (await records.updateOne(filter, { $set: members })).matchedCount === 1;
  };
  return {
    ...{ name: collection, collection, range: {}, projection },
    run: (rows) =>
      each(rows as readonly HashedRecord[], async (row) => {
        for (let record: HashedRecord | null = row; record && !(await once(record));)
          record = await records.findOne({ _id: row._id }, { projection });
      }),
  };
}

/**
 * An entry that somebody removed meanwhile does not come back. One that was added again after that, which has another time,
 * stays.
 */
async function suppressAgain(connection: Connection, rows: readonly Listed[], raise: Raise): Promise<void> {
  const listed = connection.collection<Listed>('suppressions');
  const raised = (some: readonly Listed[]): Map<string, Suppression[]> =>
    new Map(some.map(({ _id, ...rest }) => [raise(_id), entriesOf({ _id: raise(_id), ...rest })]));
  const copied = raised(rows);
  await changeListed(listed, [...copied.keys()], (held, key) => [
    ...held,
    ...(copied.get(key) ?? []).filter(({ id }) => !held.some((one) => one.id === id)),
  ]);
  const still = raised(await listed.find({ _id: { $in: rows.map(({ _id }) => _id) } }).toArray());
  const isGone = ({ id, added_at }: Suppression, key: string): boolean =>
    copied.get(key)?.some((one) => one.id === id && one.added_at.getTime() === added_at.getTime()) === true &&
    !still.get(key)?.some((one) => one.id === id);
  await changeListed(listed, [...copied.keys()], (held, key) => held.filter((entry) => !isGone(entry, key)));
}
