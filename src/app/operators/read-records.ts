import { maskLeadRecord, maskSearchRecord } from '../../core/masking/mask-records.js';
import { leadView } from '../../core/operators/lead-view.js';
import { namesIn } from '../../core/operators/names.js';
import { searchView } from '../../core/operators/search-view.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { SearchStore } from '../ports/search-store.js';
import { revealTo, type RevealPorts, type Viewer } from './viewer.js';

export interface RecordPorts {
  readonly leads: Pick<LeadStore, 'read'>;
  readonly searches: Pick<SearchStore, 'read'>;
  readonly catalogue: CatalogueSource;
}

/** One lead as the viewer may see it. Null: no lead has this id. Throws on an outage. */
export async function readLeadAs(
  viewer: Viewer,
  { leads, catalogue }: RecordPorts,
  id: string,
  revealing: RevealPorts,
) {
  const name = namesIn(catalogue.current());
  const found = await leads.read(id);
  if (found === null) return null;
  const { record, personal_data } = await revealTo(
    viewer,
    { kind: 'lead', record: found },
    maskLeadRecord,
    revealing,
  );
  return { ...leadView(record, name), personal_data };
}

/** The same for a search. */
export async function readSearchAs(
  viewer: Viewer,
  { searches, catalogue }: RecordPorts,
  id: string,
  revealing: RevealPorts,
) {
  const name = namesIn(catalogue.current());
  const found = await searches.read(id);
  if (found === null) return null;
  const { record, personal_data } = await revealTo(
    viewer,
    { kind: 'search', record: found },
    maskSearchRecord,
    revealing,
  );
  return { ...searchView(record, name), personal_data };
}
