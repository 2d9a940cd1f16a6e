import type { Connection } from 'mongoose';
import { compact } from '../../../core/catalogue/compact.js';
import type { CatalogueDocument } from '../../../core/catalogue/document.js';
import { unlessTaken } from '../stores/duplicate-key.js';
import type { VersionInfo, CatalogueStore, CatalogueVersion } from '../../../app/ports/catalogue-store.js';

/**
 * `_id` is the version number. Its uniqueness decides between two simultaneous applies. The document is stored as
 * JSON text: it is only ever read whole, and header and program names may contain characters that field names must
 * not (`.`, `$`).
 */
interface Stored extends Omit<VersionInfo, 'version'> {
  readonly _id: number;
  readonly document: string;
}

/** MongoDB refuses documents over 16 MiB. The rest of the entry needs little space. */
const MAX_BYTES = 15 * 1024 * 1024;
const NEWEST_FIRST = { _id: -1 } as const;

export function createCatalogueStore(connection: Connection): CatalogueStore {
  const versions = connection.collection<Stored>('catalogue_versions');
  return {
    async currentVersion() {
      const [newest] = await versions
        .find({}, { projection: { _id: 1 } })
        .sort(NEWEST_FIRST)
        .limit(1)
        .toArray();
      return newest?._id ?? 0;
    },
    async current() {
      const [newest] = await versions.find({}).sort(NEWEST_FIRST).limit(1).toArray();
      return newest === undefined ? null : versionOf(newest);
    },
    async read(version) {
      const stored = await versions.findOne({ _id: version });
      return stored === null ? null : versionOf(stored);
    },
    async append({ version, document, ...info }) {
      const text = JSON.stringify(document);
      if (Buffer.byteLength(text) > MAX_BYTES) throw new Error('The catalogue is larger than 15 MiB');
      return unlessTaken(versions.insertOne({ _id: version, ...info, document: text }));
    },
    async history(limit) {
      const found = await versions
        .find({}, { projection: { document: 0 } })
        .sort(NEWEST_FIRST)
        .limit(limit)
        .toArray();
      return found.map(infoOf);
    },
    async lastSwitch(subject) {
      const [newest] = await versions
        .find({ how: { $in: ['pause', 'resume'] }, subject }, { projection: { document: 0 } })
        .sort(NEWEST_FIRST)
        .limit(1)
        .toArray();
      return newest === undefined ? null : infoOf(newest);
    },
  };
}

const infoOf = ({ _id, at, by, how, subject, comment }: Omit<Stored, 'document'>): VersionInfo =>
  compact({ version: _id, at, by, how, subject, comment });

const versionOf = ({ document, ...info }: Stored): CatalogueVersion => ({
  ...infoOf(info),
  document: JSON.parse(document) as CatalogueDocument,
});
