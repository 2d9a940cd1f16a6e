import { ActRefused } from '../act-refused.js';
import type { ErasureJournal, ErasureStore } from '../ports/erasure-store.js';
import type { Identities } from '../ports/identities.js';
import { runErasure, type ErasePorts } from './erase-person.js';

/** What a replay did. */
export interface Replayed {
  /** How many erasures of the journal were done again. */
  readonly count: number;
  /** Records that could not be changed yet: those that owe news, until the sweeper runs. It goes on with them. */
  readonly busy: readonly string[];
  /** Numbers, as `7` or `3 to 5`, of erasures that the database lacked and the journal does not have. */
  readonly lost: readonly string[];
  /** Redis knows of later erasures than the database still, so no process is ready. */
  readonly is_behind: boolean;
}

/**
 * Does every erasure of the journal again, also on records that the journal does not name. IDENTITY_SECRET may have been
 * replaced since. Without a journal, there is nothing to do again. Throws on an outage.
 */
export async function replayJournal(
  ports: ErasePorts & { readonly identities: Pick<Identities, 'raisedKeys'> },
  journal: Pick<ErasureJournal, 'read'> | undefined,
): Promise<Replayed> {
  const { erasures, remember, remembered } = ports;
  const [stored, known] = [await erasures.last(), await remembered()];
  const all = (await journal?.read()) ?? [];
  const busy: string[] = [];
  for (const written of all) {
    const keys = ports.identities.raisedKeys(written.keys);
    const found = await erasures.find(keys, written.at);
    const erasure = {
      ...written,
      lead_ids: [...new Set([...written.lead_ids, ...found.lead_ids])],
      search_ids: [...new Set([...written.search_ids, ...found.search_ids])],
    };
    await erasures.begin(erasure);
    busy.push(...(await runErasure(ports, { ...erasure, keys })).busy);
  }
  const last = await erasures.last();
  await remember(last);
  const numbers = all.map(({ number }) => number);
  const lost = gapsIn(numbers, stored + 1, Math.max(known, ...numbers));
  return { count: all.length, busy, lost, is_behind: known > last };
}

/**
 * Goes on without the erasures that nobody can replay: the number in Redis becomes that of the database. Throws an
 * ActRefused while the journal has a later one, and an OutageError.
 */
export async function giveUpLost(
  {
    erasures,
    remember,
    replace,
  }: Pick<ErasePorts, 'remember'> & {
    readonly erasures: Pick<ErasureStore, 'last'>;
    /** Sets the number of the last erasure outside the database, also to a lower one. */
    readonly replace: (number: number) => Promise<void>;
  },
  journal: Pick<ErasureJournal, 'last'> | undefined,
): Promise<void> {
  const last = await erasures.last();
  if (((await journal?.last()) ?? 0) > last)
    throw new ActRefused('conflict', 'The journal got an erasure meanwhile: run the command again');
  await replace(last);
  // An erasure that began meanwhile told Redis its number before that was replaced.
  await remember(await erasures.last());
}

/** The numbers of a range that are not among those, which are in order. */
function gapsIn(numbers: readonly number[], from: number, to: number): string[] {
  const gaps: string[] = [];
  let next = from;
  for (const number of [...numbers.filter((one) => one >= from), to + 1]) {
    if (number > next) gaps.push(number - 1 === next ? String(next) : `${next} to ${number - 1}`);
    next = number + 1;
  }
  return gaps;
}
