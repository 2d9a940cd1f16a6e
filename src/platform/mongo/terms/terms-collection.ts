import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import type { SharedTerms } from '../../../core/search/shared-terms.js';
import { isDeadlock } from '../../process/outage.js';
import { plain } from '../stores/documents.js';
import { isDuplicateKey } from '../stores/duplicate-key.js';

/** Terms that many results share, under their name (`termsIdOf`). They are never changed and never deleted. */
export type StoredTerms = SharedTerms & { readonly _id: string };

/** Documents per insert. */
const BATCH = 500;
const MAX_TRIES = 8;
/** The longest pause before the second try. The limit doubles with every further try. */
const PAUSE_MS = 40;

const collectionOf = (connection: Connection) =>
  plain<StoredTerms>({ collection: connection.collection('result_terms') });

/** Those of these terms that are stored. */
export const readTerms = (connection: Connection, ids: readonly string[]): Promise<StoredTerms[]> =>
  collectionOf(connection)
    .find({ _id: { $in: ids } })
    .toArray();

/**
 * Stores those of these terms that are not stored yet. Resolves when a majority has all of them. Others may store the
 * same at the same moment: who fails reads what is there and stores the rest. The order of the names keeps two of them
 * from waiting for each other on FerretDB, where one command is one transaction.
 */
export async function storeTerms(
  connection: Connection,
  terms: ReadonlyMap<string, SharedTerms>,
): Promise<void> {
  const collection = collectionOf(connection);
  const sorted = [...terms].sort(([a], [b]) => (a < b ? -1 : 1));
  for (let tries = 1; ; tries += 1) {
    const ids = sorted.map(([id]) => id);
    const there = await collection.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray();
    const stored = new Set(there.map(({ _id }) => _id));
    const documents = sorted.filter(([id]) => !stored.has(id)).map(([_id, part]) => ({ _id, ...part }));
    try {
      for (let i = 0; i < documents.length; i += BATCH)
        await collection.insertMany(documents.slice(i, i + BATCH), { ordered: false });
      return;
    } catch (error) {
      if (tries === MAX_TRIES || !(isDeadlock(error) || isDuplicateKey(error))) throw error;
    }
    await sleep(Math.random() * PAUSE_MS * 2 ** (tries - 1));
  }
}
