import type { LooseEntry } from '../loose.js';
import type { CatalogueCheck } from './check.js';

const placeOf = ({ file, path }: LooseEntry): string => `${file.name}:${file.lineOf(path)}`;

/** A handle names one entry of its kind, an id one entry of any kind, over all files. */
export const checkNames: CatalogueCheck = (entry, tell, all) => {
  const twin = entry.handle === undefined ? entry : all.find(entry.kind, entry.handle);
  if (twin !== undefined && twin !== entry) {
    tell(['handle'], `is the handle of another ${entry.kind} at ${placeOf(twin)}`);
    return;
  }
  const owner = all.ownerOfId(entry);
  if (owner !== entry) tell(['id'], `is the id of ${owner.kind} ${owner.handle ?? ''} at ${placeOf(owner)}`);
};
