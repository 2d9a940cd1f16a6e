import type { AuditEntry } from '../../core/audit/audit-entry.js';
import { listActs, type ListedAct } from './list-log.js';
import type { AuditQuery, AuditReader } from '../ports/audit-log.js';

/** What can change an entry of the catalogue. */
const ACTIONS = ['catalogue.apply', 'catalogue.rollback', 'catalogue.pause', 'catalogue.resume'];

/** How many of the newest changes of the catalogue are looked through. */
const MOST = 2_000;

/**
 * The acts that changed one entry of the catalogue, newest first: applies and rollbacks in which it differs, pauses and
 * resumptions. `entry`: `offer lakeshore-nursing`.
 */
export async function listChangesOf(
  reader: Pick<AuditReader, 'intents' | 'outcomes'>,
  entry: string,
  query: AuditQuery,
  { limit, now }: { readonly limit: number; readonly now: Date },
): Promise<ListedAct[]> {
  const changed = {
    intents: async (all: AuditQuery) => {
      const intents = await reader.intents({ ...all, actions: ACTIONS }, MOST);
      return intents.filter((intent) => concerns(intent, entry)).slice(0, limit);
    },
    outcomes: (intents: readonly number[]) => reader.outcomes(intents),
  };
  return listActs(changed, query, { limit, now });
}

function concerns(intent: AuditEntry, entry: string): boolean {
  if (intent.phase !== 'intent') return false;
  const changes = intent.after?.['changes'];
  const isChanged =
    Array.isArray(changes) && changes.some((change) => String(change).startsWith(`${entry} `));
  return isChanged || (intent.on?.ids.includes(entry) ?? false);
}
