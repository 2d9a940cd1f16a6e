import type { Connection } from 'mongoose';

/**
 * Where a rotation is. `settled`: none. `both`: everybody makes keys under the newest secret and the one before; what was
 * stored before gets the keys of the newest, too. `new`: only those of the newest are made, and the former ones go.
 */
export type RotationPhase = 'settled' | 'both' | 'new';

/** What the database has been told of the secrets: check values, never a secret. */
export interface StoredSecrets {
  /** The check value of each secret by its level: the first one, and each that replaced the one before. */
  readonly checks: readonly string[];
  readonly phase: RotationPhase;
  /** When each secret but the newest was replaced. */
  readonly ended: readonly Date[];
  /** The step of the rotation, and the last id that it is done with. A rotation that was stopped goes on from here. */
  readonly step?: string;
  readonly after?: string;
}

type Row = StoredSecrets & { readonly _id: 'in_force' };
interface SchemaRow {
  readonly _id: 'schema';
  readonly identity_fingerprint: string;
}

const of = (connection: Connection) => connection.collection<Row>('identity_secrets');
const ID = { _id: 'in_force' } as const;

/** Undefined: no release ever prepared the database. One that `migrate` of an earlier release prepared has one secret. */
export async function readSecrets(connection: Connection): Promise<StoredSecrets | undefined> {
  const stored = await of(connection).findOne(ID);
  if (stored) return stored;
  const schema = await connection.collection<SchemaRow>('meta').findOne({ _id: 'schema' });
  return schema ? { checks: [schema.identity_fingerprint], phase: 'settled', ended: [] } : undefined;
}

/** The first secret, of which a database is told once. */
export async function noteFirstSecret(connection: Connection, check: string): Promise<void> {
  const first: Omit<Row, '_id'> = { checks: [check], phase: 'settled', ended: [] };
  await of(connection).updateOne(ID, { $setOnInsert: first }, { upsert: true });
}

/**
 * The secret with this check value replaces the newest one, unless somebody else's rotation has begun. A process of an
 * earlier release starts no more.
 */
export async function beginRotation(
  connection: Connection,
  { checks, ended }: StoredSecrets,
  check: string,
): Promise<void> {
  await noteFirstSecret(connection, checks[0] ?? '');
  await of(connection).updateOne(
    { ...ID, phase: 'settled', checks: [...checks] },
    { $set: { checks: [...checks, check], phase: 'both', ended: [...ended] }, $unset: { step: 1, after: 1 } },
  );
  await connection
    .collection<SchemaRow>('meta')
    .updateOne({ _id: 'schema' }, { $set: { identity_fingerprint: `replaced by ${check}` } });
}

/** What a run works on. Another run at the same time may be ahead of it. */
export interface RotationPosition {
  /** How many secrets there are. */
  readonly secrets: number;
  readonly phase: RotationPhase;
}
const filterOf = ({ secrets, phase }: RotationPosition): object => ({
  ...ID,
  phase,
  checks: { $size: secrets },
});

/** Ends a phase, once. */
export async function setPhase(
  connection: Connection,
  from: RotationPosition,
  phase: RotationPhase,
  ended?: Date,
): Promise<void> {
  await of(connection).updateOne(filterOf(from), {
    $set: { phase },
    $unset: { step: 1, after: 1 },
    ...(ended && { $push: { ended } }),
  });
}

/** A step is done with everything up to an id. False: the phase is over. */
export async function noteProgress(
  connection: Connection,
  place: RotationPosition,
  step: string,
  after: string,
): Promise<boolean> {
  return (await of(connection).updateOne(filterOf(place), { $set: { step, after } })).matchedCount === 1;
}
