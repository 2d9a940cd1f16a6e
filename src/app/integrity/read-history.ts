import type { Connection } from 'mongoose';
import { compileCatalogue } from '../../core/catalogue/compile-catalogue.js';
import { type CatalogueHistory, createCatalogueHistory } from '../../core/invariants/catalogue-history.js';
import { createCatalogueStore } from '../../platform/mongo/catalogue/catalogue-store.js';

/** All versions of the catalogue, read one after the other and folded into the little that invariants ask for. */
export async function readHistory(connection: Connection): Promise<CatalogueHistory> {
  const store = createCatalogueStore(connection);
  const history = createCatalogueHistory();
  const newest = await store.currentVersion();
  for (let number = 1; number <= newest; number += 1) {
    const version = await store.read(number);
    if (version) history.add(compileCatalogue(version.document, number), version.at);
  }
  return history;
}
