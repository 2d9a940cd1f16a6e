import { didYouMean } from '../core/catalogue/did-you-mean.js';
import {
  ENTRY_KINDS,
  type CatalogueDocument,
  type Entry,
  type EntryList,
} from '../core/catalogue/document.js';
import { CliError } from './cli-error.js';

/** The id of the entry with this handle or id. Throws a CliError if the list has none. */
export function findEntry(document: CatalogueDocument | undefined, list: EntryList, name: string): string {
  const entries: readonly Entry[] = document?.[list] ?? [];
  const found = entries.find(({ id, handle }) => handle === name || id === name.toLowerCase());
  if (found) return found.id;
  const handles = entries.map(({ handle }) => handle);
  throw new CliError(`There is no ${ENTRY_KINDS[list]} ${name} in the catalogue${didYouMean(name, handles)}`);
}
