import type { Connection } from 'mongoose';
import type { DraftStore } from '../../../app/ports/draft-store.js';
import type { Draft, DraftBacktest, DraftCheck, DraftHead } from '../../../core/drafts/draft.js';

/**
 * Files and results are stored as JSON text: they are only read whole, and names in them may hold characters that
 * names of fields must not (`.`, `$`).
 */
interface Stored extends Omit<DraftHead, 'id'> {
  readonly _id: string;
  readonly files: string;
  readonly check?: string;
  readonly backtest?: string;
}

/** MongoDB refuses documents over 16 MiB. */
const MAX_BYTES = 15 * 1024 * 1024;
const WITHOUT_TEXTS = { projection: { files: 0, check: 0, backtest: 0 } } as const;

export function createDraftStore(connection: Connection): DraftStore {
  const drafts = connection.collection<Stored>('drafts');
  return {
    async insert(draft) {
      await drafts.insertOne(storedOf(draft));
    },
    async read(id) {
      const stored = await drafts.findOne({ _id: id });
      return stored === null ? null : draftOf(stored);
    },
    async list(limit) {
      const found = await drafts
        .find({}, WITHOUT_TEXTS)
        .sort({ 'changed.at': -1, _id: 1 })
        .limit(limit)
        .toArray();
      return found.map(({ _id, ...head }) => ({ id: _id, ...head }));
    },
    async replace(draft, from) {
      const { matchedCount } = await drafts.replaceOne({ _id: draft.id, revision: from }, storedOf(draft));
      return matchedCount === 1;
    },
    async keepFound(id, found) {
      const [name, result] = 'check' in found ? ['check', found.check] : ['backtest', found.backtest];
      await drafts.updateOne(
        { _id: id, revision: result.revision },
        { $set: { [name]: JSON.stringify(result) } },
      );
    },
  };
}

function storedOf({ id, files, check, backtest, ...head }: Draft): Stored {
  const texts = {
    files: JSON.stringify(files),
    ...(check && { check: JSON.stringify(check) }),
    ...(backtest && { backtest: JSON.stringify(backtest) }),
  };
  const bytes = Object.values(texts).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes > MAX_BYTES) throw new Error('The draft is larger than 15 MiB');
  return { _id: id, ...head, ...texts };
}

function draftOf({ _id, files, check, backtest, ...head }: Stored): Draft {
  return {
    id: _id,
    ...head,
    files: JSON.parse(files) as Draft['files'],
    ...(check !== undefined && { check: withTime(JSON.parse(check) as DraftCheck) }),
    ...(backtest !== undefined && { backtest: withTime(JSON.parse(backtest) as DraftBacktest) }),
  };
}

/** JSON has times as texts. */
const withTime = <T extends { readonly at: Date }>(found: T): T => ({ ...found, at: new Date(found.at) });
