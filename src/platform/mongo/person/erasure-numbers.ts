import type { Connection } from 'mongoose';
import type { ErasureStore } from '../../../app/ports/erasure-store.js';

/**
 * The document 0 among the erasures, which are numbered from 1: numbers up to `up_to` that were not there when a restored
 * database was looked at. It is stored before any later number is taken, so that a kill between hides none. Those that came
 * since stay in it.
 */
interface Noted {
  readonly _id: number;
  readonly up_to: number;
  readonly lacking: readonly number[];
}

const NOTED = { _id: 0 } as const;

const between = (last: number, known: number): number[] =>
  Array.from({ length: Math.max(0, known - last) }, (_, i) => last + 1 + i);

/** Which numbers of erasures a database has, and which it lacks. */
export function createErasureNumbers(
  connection: Connection,
): Pick<ErasureStore, 'last' | 'lacking' | 'noteLacking' | 'giveUp'> {
  const erasures = connection.collection<{ readonly _id: number }>('erasures');
  const notes = connection.collection<Noted>('erasures');
  const read = async (): Promise<{ readonly last: number; readonly noted: readonly number[] }> => {
    const note = await notes.findOne(NOTED);
    const [newest] = await erasures
      .find({ _id: { $gte: 1 } }, { projection: { _id: 1 } })
      .sort({ _id: -1 })
      .limit(1)
      .toArray();
    return { last: Math.max(newest?._id ?? 0, note?.up_to ?? 0), noted: note?.lacking ?? [] };
  };
  const thoseOf = async (numbers: readonly number[]): Promise<ReadonlySet<number>> => {
    if (numbers.length === 0) return new Set();
    const found = erasures.find({ _id: { $in: [...numbers] } }, { projection: { _id: 1 } });
    return new Set((await found.toArray()).map(({ _id }) => _id));
  };
  return {
    last: async () => (await read()).last,
    async lacking(known, files = []) {
      const { last, noted } = await read();
      const wanted = [...new Set([...noted, ...files, ...between(last, known)])];
      const there = await thoseOf(wanted);
      return wanted.filter((number) => !there.has(number)).sort((one, other) => one - other);
    },
    async noteLacking(known) {
      const { last } = await read();
      if (known <= last) return;
      await notes.updateOne(
        NOTED,
        { $max: { up_to: known }, $addToSet: { lacking: { $each: between(last, known) } } },
        { upsert: true },
      );
    },
    async giveUp(numbers) {
      await notes.updateOne(NOTED, { $pull: { lacking: { $in: [...numbers] } } });
    },
  };
}
