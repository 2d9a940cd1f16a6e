import { mongo } from 'mongoose';

/** Why a server refused one write. */
interface Fault {
  readonly code?: number | string | undefined;
  readonly message: string;
}

/** FerretDB reports some concurrent writes of one key as code 1. MongoDB repeats such a write or answers 11000. */
const isTaken = ({ code, message }: Fault): boolean =>
  code === 11_000 || (code === 1 && message.includes('exclusion constraint'));

/** A unique index refused the write. FerretDB omits `keyPattern`, so the caller must know which index it was. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && isTaken(error);

/**
 * Every write that failed, of many unordered ones, failed because of a unique index. Of what left in a batch, one that failed
 * is known, and it is a duplicate only if all are.
 */
export const allDuplicates = (error: unknown): boolean =>
  error instanceof mongo.MongoBulkWriteError
    ? error.writeErrors instanceof Array &&
      error.writeErrors.length > 0 &&
      error.writeErrors.every(({ code, errmsg = '' }) => isTaken({ code, message: errmsg }))
    : isDuplicateKey(error);

/** Awaits a write that a unique index may refuse. False: another writer was first, and what it stored stays. */
export async function unlessTaken(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

interface Inserting<Document> {
  insertMany(documents: Document[], options: { readonly ordered: false }): Promise<unknown>;
}

/** Inserts the documents that are not there yet. Those that are there stay as they are. */
export async function insertNew<Document>(
  collection: Inserting<Document>,
  documents: readonly Document[],
): Promise<void> {
  if (documents.length === 0) return;
  try {
    await collection.insertMany([...documents], { ordered: false });
  } catch (error) {
    if (!allDuplicates(error)) throw error;
  }
}
