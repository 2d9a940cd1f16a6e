import { mongo } from 'mongoose';

/** A unique index refused the write. FerretDB leaves `keyPattern` out: which index, the caller knows. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === 11_000;

/** FerretDB's answer to some concurrent upserts of one key, where MongoDB repeats or says 11000. */
export const isUpsertRace = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError &&
  error.code === 1 &&
  error.message.includes('exclusion constraint');
