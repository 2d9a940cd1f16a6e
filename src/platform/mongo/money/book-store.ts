import type { Connection } from 'mongoose';
import type { BooksHead, BookStore, Period } from '../../../app/ports/book-store.js';
import type { Books } from '../../../core/catalogue/types.js';
import type { Entry } from '../../../core/money/entry.js';
import { markDays } from '../reports/mark-days.js';
import { toDocument } from '../stores/documents.js';
import { insertNew } from '../stores/duplicate-key.js';

type StoredHead = BooksHead & { readonly _id: 'books' };
type StoredPeriod = Omit<Period, 'month'> & { readonly _id: string };
const HEAD = { _id: 'books' } as const;

const keptIn = ({ currency, time_zone }: BooksHead): Books | undefined =>
  currency === undefined || time_zone === undefined ? undefined : { currency, time_zone };

/** The books in MongoDB: entries, periods, and a head that says what the books are kept in. */
export function createBookStore(connection: Connection): BookStore {
  const meta = connection.collection<StoredHead>('meta');
  const head = async (): Promise<BooksHead> => (await meta.findOne(HEAD)) ?? {};
  /** They never change once they are set. */
  let frozen: Books | undefined;
  return {
    head,
    async freeze(books) {
      frozen ??= keptIn(await head());
      if (frozen) return frozen;
      const { currency, time_zone } = books;
      await meta.updateOne({ ...HEAD, currency: { $exists: false } }, { $set: { currency, time_zone } });
      frozen = keptIn(await head());
      return frozen ?? books;
    },
    async periods() {
      const found = await connection
        .collection<StoredPeriod>('periods')
        .find({}, { projection: { names: 0 } })
        .sort({ _id: 1 })
        .toArray();
      return found.map(({ _id, ...rest }) => ({ month: _id, ...rest }));
    },
    async write(entries) {
      if (entries.length === 0) return;
      const documents = entries.map((entry) => toDocument<Entry>(entry));
      await insertNew(connection.collection<(typeof documents)[number]>('entries'), documents);
      await markDays(
        connection,
        entries.map(({ day }) => day),
      );
    },
    async subids(entryIds) {
      const found = await connection
        .collection<Pick<Entry, 'subids'> & { readonly _id: string }>('entries')
        .find({ _id: { $in: [...entryIds] } }, { projection: { subids: 1 } })
        .toArray();
      return new Map(found.flatMap(({ _id, subids }) => (subids ? [[_id, subids] as const] : [])));
    },
  };
}
