import type { ErasureJournal } from '../ports/erasure-store.js';
import type { Identities } from '../ports/identities.js';
import { runErasure, type ErasePorts } from './erase-person.js';

/**
 * Does every erasure of the journal again, also on records that the journal does not name. IDENTITY_SECRET may have been
 * replaced since. Resolves with how many, and with the records that could not be changed yet: those that owe news, until
 * the sweeper runs. It goes on with them.
 */
export async function replayJournal(
  ports: ErasePorts & { readonly identities: Pick<Identities, 'raisedKeys'> },
  journal: ErasureJournal,
): Promise<{ readonly count: number; readonly busy: readonly string[] }> {
  const all = await journal.read();
  const busy: string[] = [];
  for (const written of all) {
    const keys = ports.identities.raisedKeys(written.keys);
    const found = await ports.erasures.find(keys, written.at);
    const erasure = {
      ...written,
      lead_ids: [...new Set([...written.lead_ids, ...found.lead_ids])],
      search_ids: [...new Set([...written.search_ids, ...found.search_ids])],
    };
    await ports.erasures.begin(erasure);
    busy.push(...(await runErasure(ports, { ...erasure, keys })).busy);
  }
  await ports.remember(await ports.erasures.last());
  return { count: all.length, busy };
}
