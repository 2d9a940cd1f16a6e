import { maskLeadRecord, maskSearchRecord } from '../../core/masking/mask-records.js';
import { leadView } from '../../core/operators/lead-view.js';
import { returnReasons } from '../../core/money/return-lead.js';
import { namesIn } from '../../core/operators/names.js';
import { searchView } from '../../core/operators/search-view.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import type { CatalogueStore } from '../ports/catalogue-store.js';
import type { ClaimStore } from '../ports/claim-store.js';
import type { EntryReader } from '../ports/entry-reader.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { SearchStore } from '../ports/search-store.js';
import type { StageStore } from '../ports/stage-store.js';
import { showVerdicts } from '../search/show-verdicts.js';
import { reveal, revealTo, type RevealPorts, type Viewer } from './viewer.js';

export interface RecordPorts {
  readonly leads: Pick<LeadStore, 'read'>;
  readonly searches: Pick<SearchStore, 'read'>;
  readonly catalogue: CatalogueSource;
  readonly versions: Pick<CatalogueStore, 'read'>;
  readonly claims: Pick<ClaimStore, 'owners'>;
  readonly entries: Pick<EntryReader, 'list'>;
  readonly stages: Pick<StageStore, 'ofLeads'>;
}

/** How a record is read. `why`: it is revealed, with this reason. */
interface Reading extends RevealPorts {
  readonly why?: string;
}

/** Who reveals it wants to see the person, or to hear which data key is missing. */
const howOf = ({ why }: Reading): 'shown' | undefined => (why === undefined ? 'shown' : undefined);

/** One lead as the viewer may see it, in four commands. Null: no lead has this id. Throws on an outage. */
export async function readLeadAs(
  viewer: Viewer,
  { leads, claims, entries, catalogue, stages }: RecordPorts,
  id: string,
  reading: Reading,
) {
  const current = catalogue.current();
  const found = await leads.read(id, howOf(reading));
  if (found === null) return null;
  const { record, personal_data } = await shownTo(viewer, 'lead', found, maskLeadRecord, reading);
  const around = {
    claims: await claims.owners(found.identities.map(({ key }) => key)),
    entries: await toList(entries.list({ lead_id: id })),
    stages: await stages.ofLeads([id]),
    catalogue: current,
  };
  const return_reasons = returnReasons(current, found);
  return { ...leadView(record, namesIn(current), around), return_reasons, personal_data };
}

/** The same for a search, in one command, or two if its catalogue version is no longer in force. */
export async function readSearchAs(
  viewer: Viewer,
  { searches, catalogue, versions }: RecordPorts,
  id: string,
  reading: Reading,
) {
  const current = catalogue.current();
  const found = await searches.read(id, howOf(reading));
  if (found === null) return null;
  const { record, personal_data } = await shownTo(viewer, 'search', found, maskSearchRecord, reading);
  const view = searchView(await showVerdicts(versions, record, current), namesIn(current));
  return { ...view, currency: current.books.currency, personal_data };
}

async function toList<T>(found: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of found) all.push(one);
  return all;
}

async function shownTo<R extends { readonly id: string }>(
  viewer: Viewer,
  kind: 'lead' | 'search',
  record: R,
  mask: (record: R) => R,
  { why, ...ports }: Reading,
): Promise<{ readonly record: R; readonly personal_data: 'masked' | 'shown' }> {
  if (why === undefined) return revealTo(viewer, { kind, record }, mask, ports);
  await reveal(viewer, { kind, record, why }, ports);
  return { record, personal_data: 'shown' };
}
