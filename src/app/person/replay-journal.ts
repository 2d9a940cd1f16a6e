import type { ErasureJournal } from '../ports/erasure-store.js';
import type { Identities } from '../ports/identities.js';
import { runErasure, type ErasePorts } from './erase-person.js';

/** What a replay did. */
export interface Replayed {
  /** How many erasures of the journal were done again. */
  readonly count: number;
  /** Records that could not be changed yet: those that owe news, until the sweeper runs. It goes on with them. */
  readonly busy: readonly string[];
  /** Numbers of erasures that the database lacks still, because the journal does not have them. No process is ready. */
  readonly lost: readonly number[];
}

/**
 * Does every erasure of the journal again, also on records that the journal does not name. IDENTITY_SECRET may have been
 * replaced since. Without a journal, there is nothing to do again. It may be killed anywhere and repeated. Throws on an
 * outage.
 */
export async function replayJournal(
  ports: ErasePorts & { readonly identities: Pick<Identities, 'keysWithCurrentHashes'> },
  journal: Pick<ErasureJournal, 'read'> | undefined,
): Promise<Replayed> {
  const { erasures, rememberNumber, rememberedNumber } = ports;
  const all = (await journal?.read()) ?? [];
  const known = Math.max(await rememberedNumber(), ...all.map(({ number }) => number));
  // Before the first one: what is lacking behind it would look as if it had never been.
  await erasures.noteLacking(known);
  const busy: string[] = [];
  for (const written of all) {
    const keys = ports.identities.keysWithCurrentHashes(written.keys);
    const found = await erasures.find(keys, written.at);
    const erasure = {
      ...written,
      lead_ids: [...new Set([...written.lead_ids, ...found.lead_ids])],
      search_ids: [...new Set([...written.search_ids, ...found.search_ids])],
    };
    await erasures.begin(erasure);
    const erased = await runErasure(ports, { ...erasure, keys });
    busy.push(...erased.busy);
  }
  await rememberNumber(await erasures.last());
  return { count: all.length, busy, lost: await erasures.lacking(known) };
}
