import { ENTRY_LISTS, type CatalogueDocument } from './document.js';

/** The handle for an id of the catalogue; the id itself if the catalogue does not know it. */
export type Names = (id: string) => string;

export function namesOf(document: CatalogueDocument | undefined): Names {
  const handles = new Map(
    ENTRY_LISTS.flatMap((list) => (document?.[list] ?? []).map(({ id, handle }) => [id, handle] as const)),
  );
  return (id) => handles.get(id) ?? id;
}
