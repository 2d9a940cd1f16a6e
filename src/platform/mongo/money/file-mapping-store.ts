import type { Connection } from 'mongoose';
import type { FileMappingStore, FileName, StoredMapping } from '../../../app/ports/file-mapping-store.js';

/** Mappings in MongoDB: a document for each kind of file of each buyer. */
export function createFileMappingStore(connection: Connection): FileMappingStore {
  const mappings = connection.collection<StoredMapping & { readonly _id: string }>('file_mappings');
  const idOf = (file: FileName, buyerId: string): string => `${file}|${buyerId}`;
  return {
    async read(file, buyerId) {
      const found = await mappings.findOne({ _id: idOf(file, buyerId) }, { projection: { _id: 0 } });
      return found;
    },
    async write(file, buyerId, mapping) {
      await mappings.replaceOne({ _id: idOf(file, buyerId) }, mapping, { upsert: true });
    },
  };
}
