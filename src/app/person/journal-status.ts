import { rangesOf } from '../../core/person/number-ranges.js';
import type { ErasureJournal, ErasureStore } from '../ports/erasure-store.js';

export interface JournalPorts {
  readonly erasures: Pick<ErasureStore, 'last' | 'lacking' | 'unfinished'>;
  /** Undefined: ERASURE_JOURNAL is not set. */
  readonly journal: Pick<ErasureJournal, 'read'> | undefined;
  /** The number of the last erasure, as Redis knows it. */
  readonly rememberedNumber: () => Promise<number>;
}

/** Numbers of the last erasure by where it is known, and what follows. */
export interface JournalStatus {
  readonly database: number;
  /** Null: ERASURE_JOURNAL is not set. */
  readonly journal: number | null;
  readonly redis: number;
  /** Erasures that the sweeper is still to end. */
  readonly unfinished: number;
  /** The database lacks erasures: persons may be back. */
  readonly is_behind: boolean;
  readonly sentences: readonly string[];
}

/** Compares the journal of erasures with the database. It only reads. Throws on an outage. */
export async function journalStatus({
  erasures,
  journal,
  rememberedNumber,
}: JournalPorts): Promise<JournalStatus> {
  const files = journal ? (await journal.read()).map(({ number }) => number) : null;
  const inJournal = files && Math.max(0, ...files);
  const redis = await rememberedNumber();
  const database = await erasures.last();
  // A later erasure may have begun before the journal was replayed, if Redis had lost its number: each file is looked for.
  const lacking = await erasures.lacking(Math.max(inJournal ?? 0, redis), files ?? []);
  const unfinished = (await erasures.unfinished()).length;
  return {
    ...{ database, journal: inJournal, redis, unfinished, is_behind: lacking.length > 0 },
    sentences: [
      ...(lacking.length > 0
        ? [
            `The database lacks erasures ${rangesOf(lacking).join(', ')}: run leadkeep person replay-journal, with --lost if no journal has them.`,
          ]
        : []),
      ...(inJournal === null
        ? ['ERASURE_JOURNAL is not set here: a backup that you restore brings erased persons back.']
        : inJournal < Math.max(database, redis)
          ? [
              `The journal has no erasure after ${inJournal}, and the last one is ${Math.max(database, redis)}. Unless you removed its files, a backup from before those brings their persons back.`,
            ]
          : []),
      ...(unfinished > 0 ? [`The sweeper is still to end ${unfinished} of the erasures.`] : []),
    ],
  };
}
