import { didYouMean } from '../../../core/catalogue/did-you-mean.js';
import type { EntryKind } from '../../../core/catalogue/document.js';
import { asGroup, asList, asText, type LooseEntry } from '../loose.js';
import type { DataPath } from '../yaml-file.js';
import type { EntryValidator } from './validation-context.js';

const placeOf = ({ file, path }: LooseEntry): string => `${file.name}:${file.placeOf(path).line}`;

/** Across all files, a handle must name only one entry of its kind, and an id only one entry of any kind. */
export const validateNames: EntryValidator = (entry, report, all) => {
  const twin = entry.handle === undefined ? entry : all.find(entry.kind, entry.handle);
  if (twin !== undefined && twin !== entry) {
    report(['handle'], `is the handle of another ${entry.kind} at ${placeOf(twin)}`);
    return;
  }
  const owner = all.ownerOfId(entry);
  if (owner !== entry)
    report(['id'], `is the id of ${owner.kind} ${owner.handle ?? ''} at ${placeOf(owner)}`);
};

/** Handles that an entry refers to must exist. A campaign may list an offer only once. */
export const validateReferences: EntryValidator = (entry, report, all) => {
  const refer = (path: DataPath, kind: EntryKind, handle: unknown): void => {
    if (typeof handle !== 'string' || !all.complete || all.find(kind, handle) !== undefined) return;
    report(path, `names no ${kind}: "${handle}"${didYouMean(handle, all.handles(kind))}`);
  };
  if (entry.kind === 'offer') refer(['buyer'], 'buyer', entry.raw['buyer']);
  if (entry.kind !== 'campaign') return;
  refer(['affiliate'], 'affiliate', entry.raw['affiliate']);
  const seen = new Set<string>();
  asList(entry.raw['offers']).forEach((item, index) => {
    const handle = asText(asGroup(item)['offer']);
    if (handle === undefined) return;
    refer(['offers', index, 'offer'], 'offer', handle);
    if (seen.has(handle)) report(['offers', index, 'offer'], `names offer ${handle} a second time`);
    seen.add(handle);
  });
};
