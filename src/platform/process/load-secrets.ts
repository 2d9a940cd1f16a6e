import type { SecretStore } from '../../app/ports/secret-store.js';
import type { CatalogueCache } from '../mongo/catalogue/catalogue-cache.js';
import { useStoredSecrets } from '../outbound/secret-value.js';
import type { Log } from './logger.js';
import { secretsMissing } from './readiness.js';
import { logRepeated, repeat, type Repeating } from './repeat.js';

interface Loading {
  readonly processName: string;
  readonly cache: Pick<CatalogueCache, 'loaded' | 'current'>;
  readonly secrets: Pick<SecretStore, 'values' | 'noteUse'>;
  readonly env: NodeJS.ProcessEnv;
}

/** Drafts that are tried in `console` may name any. */
const READS_ALL = 'console';

/**
 * Opens those stored secrets that this process needs and that neither a file nor a variable has, and tells which were used.
 * Throws on an outage; what was opened before stays.
 */
export async function loadSecrets({ processName, cache, secrets, env }: Loading): Promise<void> {
  // A copy, for which nothing stored counts.
  const lacking = [...secretsMissing(processName, cache, { ...env }).keys()];
  const now = new Date();
  const values = await secrets.values(processName === READS_ALL ? 'all' : lacking, now);
  const used = useStoredSecrets(env, processName, values);
  if (used.length > 0) await secrets.noteUse(used, now);
}

/** Does so for as long as the process runs, so that a secret that was set is in force within 5 s. */
export const keepLoading = (loading: Loading, everyMs: number, log: Log): Repeating =>
  repeat({
    everyMs,
    task: () => loadSecrets(loading),
    onError: logRepeated(log, 'reading the stored secrets'),
  });
