import type { Erasure } from '../../core/person/erasure.js';
import { ActRefused } from '../act-refused.js';
import type { ErasureJournal, ErasureStore } from '../ports/erasure-store.js';

export interface BeginPorts {
  readonly erasures: Pick<ErasureStore, 'last' | 'noteLacking' | 'begin'>;
  /** Told of the number of the last erasure, outside the database. */
  readonly rememberNumber: (number: number) => Promise<void>;
  /** The number that it was told last. */
  readonly rememberedNumber: () => Promise<number>;
}

const MAX_TRIES = 5;

/**
 * Takes the next number for an erasure: first in the journal, then in the database. Without the journal's file nothing
 * is erased. From then on the sweeper ends what this process does not. Throws an ActRefused before a journal is replayed.
 */
export async function beginErasure(
  { erasures, rememberNumber, rememberedNumber }: BeginPorts,
  journal: ErasureJournal | undefined,
  wanted: Omit<Erasure, 'number'>,
): Promise<Erasure> {
  // In this order: an erasure that begins meanwhile is stored before its number is told.
  const [known, last] = [await rememberedNumber(), await erasures.last()];
  if (known > last && ((await journal?.last()) ?? 0) > last)
    throw new ActRefused(
      'conflict',
      'The database lacks erasures that were made: run `person replay-journal` first',
    );
  // The next number comes behind those that no journal has here, and must not hide that they are lacking.
  await erasures.noteLacking(known);
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const number = Math.max(await erasures.last(), (await journal?.last()) ?? 0) + 1;
    const erasure = { ...wanted, number };
    if (journal && !(await journal.write(erasure))) continue;
    if (!(await erasures.begin(erasure))) continue;
    await rememberNumber(number);
    return erasure;
  }
  throw new ActRefused('conflict', 'Other erasures are being made at this moment; try again');
}
