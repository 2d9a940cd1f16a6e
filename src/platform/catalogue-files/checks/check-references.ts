import { didYouMean } from '../../../core/catalogue/did-you-mean.js';
import type { EntryKind } from '../../../core/catalogue/document.js';
import { asGroup, asList, asText } from '../loose.js';
import type { DataPath } from '../yaml-file.js';
import type { CatalogueCheck } from './check.js';

/** Handles that an entry refers to exist; an offer stands on a campaign once. */
export const checkReferences: CatalogueCheck = (entry, tell, all) => {
  const refer = (path: DataPath, kind: EntryKind, handle: unknown): void => {
    if (typeof handle !== 'string' || !all.complete || all.find(kind, handle) !== undefined) return;
    tell(path, `names no ${kind}: "${handle}"${didYouMean(handle, all.handles(kind))}`);
  };
  if (entry.kind === 'offer') refer(['buyer'], 'buyer', entry.raw['buyer']);
  if (entry.kind !== 'campaign') return;
  refer(['affiliate'], 'affiliate', entry.raw['affiliate']);
  const seen = new Set<string>();
  asList(entry.raw['offers']).forEach((item, index) => {
    const handle = asText(asGroup(item)['offer']);
    if (handle === undefined) return;
    refer(['offers', index, 'offer'], 'offer', handle);
    if (seen.has(handle)) tell(['offers', index, 'offer'], `names offer ${handle} a second time`);
    seen.add(handle);
  });
};
