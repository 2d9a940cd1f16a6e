import { createHash } from 'node:crypto';
import type { Connection, mongo } from 'mongoose';
import { compact } from '../../../core/catalogue/compact.js';
import type { CatalogueDocument } from '../../../core/catalogue/document.js';
import { unlessTaken } from '../stores/duplicate-key.js';
import type { SourceFile } from '../../../core/catalogue/validation-issue.js';
import {
  bytesOf,
  MAX_VERSION_BYTES,
  type CatalogueStore,
  type CatalogueVersion,
  type VersionInfo,
} from '../../../app/ports/catalogue-store.js';

/**
 * `_id` is the version number. Its uniqueness decides between two simultaneous applies. Document and files are
 * stored as JSON text: they are only ever read whole, and header and program names may contain characters that field
 * names must not (`.`, `$`).
 */
interface Stored extends Omit<VersionInfo, 'version'> {
  readonly _id: number;
  readonly document: string;
  readonly files?: string;
  /** Of the files' texts. The same files are found by it. */
  readonly files_digest?: string;
}

const WITHOUT_FILES = { projection: { files: 0 } } as const;
const WITHOUT_TEXTS = { projection: { document: 0, files: 0 } } as const;
const NEWEST_FIRST = { _id: -1 } as const;

export function createCatalogueStore(connection: Connection): CatalogueStore {
  const versions = connection.collection<Stored>('catalogue_versions');
  const last = async (where: mongo.Filter<Stored>): Promise<number> => {
    const [newest] = await versions
      .find(where, { projection: { _id: 1 } })
      .sort(NEWEST_FIRST)
      .limit(1)
      .toArray();
    return newest?._id ?? 0;
  };
  return {
    currentVersion: () => last({}),
    async current() {
      const [newest] = await versions.find({}, WITHOUT_FILES).sort(NEWEST_FIRST).limit(1).toArray();
      return newest === undefined ? null : versionOf(newest);
    },
    async read(version) {
      const stored = await versions.findOne({ _id: version }, WITHOUT_FILES);
      return stored === null ? null : versionOf(stored);
    },
    async files(version) {
      const stored = await versions.findOne({ _id: version }, { projection: { files: 1 } });
      return stored?.files === undefined ? undefined : (JSON.parse(stored.files) as SourceFile[]);
    },
    async append({ version, document, files, ...info }) {
      if (bytesOf({ document, ...(files && { files }) }) > MAX_VERSION_BYTES)
        throw new Error('The catalogue is larger than 15 MiB');
      return unlessTaken(
        versions.insertOne({
          ...{ _id: version, ...info, document: JSON.stringify(document) },
          ...(files && { files: JSON.stringify(files), files_digest: digestOf(files) }),
        }),
      );
    },
    async history(limit) {
      const found = await versions.find({}, WITHOUT_TEXTS).sort(NEWEST_FIRST).limit(limit).toArray();
      return found.map(infoOf);
    },
    async lastSwitch(subject) {
      const [newest] = await versions
        .find({ how: { $in: ['pause', 'resume'] }, subject }, WITHOUT_TEXTS)
        .sort(NEWEST_FIRST)
        .limit(1)
        .toArray();
      return newest === undefined ? null : infoOf(newest);
    },
    lastWith: (files) => last({ files_digest: digestOf(files) }),
    lastGiven: () => last({ files_from: 'given' }),
    async noteGiven(version) {
      await versions.updateOne({ _id: version }, { $set: { files_from: 'given' } });
    },
  };
}

/** Whatever the files are called, and in whichever order they are given. */
const digestOf = (files: readonly SourceFile[]): string =>
  createHash('sha256')
    .update(JSON.stringify(files.map(({ text }) => text).sort()))
    .digest('hex');

const infoOf = ({ _id, at, by, how, subject, comment, files_from }: Omit<Stored, 'document'>): VersionInfo =>
  compact({ version: _id, at, by, how, subject, comment, files_from });

const versionOf = ({ document, ...info }: Stored): CatalogueVersion => ({
  ...infoOf(info),
  document: JSON.parse(document) as CatalogueDocument,
});
