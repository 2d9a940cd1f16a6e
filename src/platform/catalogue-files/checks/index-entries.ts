import { createGeo } from '../../geo/geo.js';
import { derivedId } from '../../mongo/catalogue/catalogue-ids.js';
import { asText, type LooseEntry } from '../loose.js';
import type { Everything } from './check.js';

/** The look-ups of the checks. `complete`: every file could be read. */
export function indexEntries(entries: readonly LooseEntry[], complete: boolean): Everything {
  const byHandle = new Map<string, LooseEntry>();
  const byId = new Map<string, LooseEntry>();
  for (const entry of entries) {
    const id = idOf(entry);
    if (id !== undefined && !byId.has(id)) byId.set(id, entry);
    const name = `${entry.kind}/${entry.handle ?? ''}`;
    if (!byHandle.has(name)) byHandle.set(name, entry);
  }
  const geo = createGeo();
  return {
    entries,
    complete,
    knowsPlace: (zip) => geo.miles(zip, zip) !== undefined,
    find: (kind, handle) => byHandle.get(`${kind}/${handle}`),
    ownerOfId: (entry) => byId.get(idOf(entry) ?? '') ?? entry,
    handles: (kind) => entries.flatMap((entry) => (entry.kind === kind ? (entry.handle ?? []) : [])),
  };
}

const idOf = ({ raw, kind, handle }: LooseEntry): string | undefined =>
  asText(raw['id']) ?? (handle === undefined ? undefined : derivedId(kind, handle));
