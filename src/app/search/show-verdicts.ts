import { compileCatalogue } from '../../core/catalogue/compile-catalogue.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import { withAllVerdicts } from '../../core/search/stored-verdicts.js';
import type { SearchRecord } from '../../core/search/search-record.js';
import type { CatalogueStore } from '../ports/catalogue-store.js';

/**
 * A stored search with a verdict for each offer. What rules ruled out is looked up in the catalogue version that the
 * search was made with: one command, unless that is `current`.
 */
export async function showVerdicts(
  versions: Pick<CatalogueStore, 'read'>,
  search: SearchRecord,
  current?: Catalogue,
): Promise<SearchRecord> {
  const { catalogue_version: version, ruled_out } = search;
  if (!ruled_out || version === undefined) return search;
  const { campaigns } = version === current?.version ? current : await compiled(versions, version);
  return withAllVerdicts(search, campaigns.get(search.campaign_id));
}

async function compiled(versions: Pick<CatalogueStore, 'read'>, version: number): Promise<Catalogue> {
  const stored = await versions.read(version);
  if (!stored) throw new Error(`Version ${version} of the catalogue is not in the database`);
  return compileCatalogue(stored.document, version);
}
