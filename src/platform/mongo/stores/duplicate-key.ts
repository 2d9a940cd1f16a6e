import { mongo } from 'mongoose';

/** A unique index refused the write. FerretDB omits `keyPattern`, so the caller must know which index it was. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === 11_000;

/** FerretDB's error for some concurrent upserts of one key. MongoDB repeats such an upsert or answers 11000. */
export const isUpsertRace = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError &&
  error.code === 1 &&
  error.message.includes('exclusion constraint');
