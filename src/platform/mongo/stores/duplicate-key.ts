import { mongo } from 'mongoose';

/** A unique index refused the write. FerretDB omits `keyPattern`, so the caller must know which index it was. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === 11_000;

/** FerretDB's error for some concurrent upserts of one key. MongoDB repeats such an upsert or answers 11000. */
export const isUpsertRace = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError &&
  error.code === 1 &&
  error.message.includes('exclusion constraint');

/** Every write that failed, of many unordered ones, failed because of a unique index. */
export const allDuplicates = (error: unknown): boolean =>
  error instanceof mongo.MongoBulkWriteError &&
  error.writeErrors instanceof Array &&
  error.writeErrors.length > 0 &&
  error.writeErrors.every(({ code }) => code === 11_000);
