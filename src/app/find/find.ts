import type { FindText } from '../../core/find/find-text.js';
import { byPosition } from '../../core/lead/lead-position.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { isExternalId } from '../../core/lead/external-id.js';
import { clickKey } from '../../core/lead/tracking-keys.js';
import type { SearchRecord } from '../../core/search/search-record.js';
import type { Identities } from '../ports/identities.js';
import type { LeadFilter, LeadOverview } from '../ports/lead-overview.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { RefusedCall, RefusedCallReader } from '../ports/refused-calls.js';
import type { SearchStore } from '../ports/search-store.js';

/** By what something was found. */
export const FOUND_BY = [
  'id',
  'request_id',
  'reference',
  'external_id',
  'subid',
  'email',
  'phone',
  'click_id',
] as const;
export type FoundBy = (typeof FOUND_BY)[number];

export interface FindPorts {
  readonly leads: Pick<LeadStore, 'read'>;
  readonly searches: Pick<SearchStore, 'read' | 'byExternalId'>;
  readonly overview: Pick<LeadOverview, 'page' | 'byIdentity'>;
  readonly refusedCalls: Pick<RefusedCallReader, 'byRequest'>;
  readonly clock: () => Date;
  /** Absent: the process has no IDENTITY_SECRET, so it can't look for people and click ids. */
  readonly hashes?: Pick<Identities, 'keysToFind' | 'keyedHash'>;
}

/** What was found, newest first. */
export interface Found {
  readonly leads: readonly LeadRecord[];
  readonly searches: readonly SearchRecord[];
  readonly refused_calls: readonly RefusedCall[];
  readonly by: readonly FoundBy[];
  /** There are more leads than these. */
  readonly has_more: boolean;
}

/** The most leads of one answer. */
const MOST = 50;

/** Clocks of processes may differ by this. */
const AHEAD_MS = 60_000;

/**
 * Looks for what names nobody: an id, a request id, a buyer's reference, an affiliate's own
 * id, a subid. A person's address or number can be
 * none of them but a reference, such an id or a subid. Reads indexes. Throws on an outage.
 */
export async function findPlain(ports: FindPorts, { text, id }: FindText): Promise<Found> {
  const mayBeExternal = isExternalId(text);
  const pages: Partial<Record<FoundBy, Promise<readonly LeadRecord[]>>> = {
    ...(id === undefined ? {} : { id: ports.leads.read(id).then((lead) => (lead ? [lead] : [])) }),
    request_id: pageOf(ports, { request_id: text }),
    reference: pageOf(ports, { reference: text }),
    ...(mayBeExternal ? { external_id: pageOf(ports, { external_id: text }) } : {}),
    subid: pageOf(ports, { subid: text }),
  };
  const [search, named, refused_calls, leads] = await Promise.all([
    id === undefined ? null : ports.searches.read(id),
    mayBeExternal ? ports.searches.byExternalId(text, MOST) : [],
    ports.refusedCalls.byRequest(text, MOST),
    foundBy(pages),
  ]);
  const by = new Set<FoundBy>(leads.by);
  if (search) by.add('id');
  if (named.length > 0) by.add('external_id');
  if (refused_calls.length > 0) by.add('request_id');
  return {
    ...leads,
    searches: [...(search ? [search] : []), ...named.filter(({ id: own }) => own !== search?.id)],
    refused_calls,
    by: FOUND_BY.filter((one) => by.has(one)),
  };
}

/** Looks for a person, or for a click id, which leads to one. Needs `hashes`. Throws on an outage. */
export async function findByHashes(
  ports: FindPorts & Required<Pick<FindPorts, 'hashes'>>,
  { text, person }: FindText,
): Promise<Found> {
  const { hashes, overview } = ports;
  const keys = person ? hashes.keysToFind(person.forms).map(({ key }) => key) : [];
  const click_key = clickKey(text, (of) => hashes.keyedHash(of));
  const found = await foundBy({
    ...(person ? { [person.kind]: overview.byIdentity(keys, MOST + 1) } : {}),
    click_id: pageOf(ports, { click_key }),
  });
  return { ...found, searches: [], refused_calls: [] };
}

async function pageOf(
  { overview, clock }: Pick<FindPorts, 'overview' | 'clock'>,
  filter: Omit<LeadFilter, 'to'>,
): Promise<readonly LeadRecord[]> {
  const to = new Date(clock().getTime() + AHEAD_MS);
  return (await overview.page({ to, ...filter }, MOST + 1)).leads;
}

async function foundBy(looks: Partial<Record<FoundBy, Promise<readonly LeadRecord[]>>>) {
  const found = await Promise.all(
    Object.entries(looks).map(async ([by, leads]) => [by as FoundBy, await leads] as const),
  );
  const once = new Map(found.flatMap(([, leads]) => leads.map((lead) => [lead.id, lead] as const)));
  const leads = [...once.values()].sort(byPosition);
  const by = found.flatMap(([kind, some]) => (some.length > 0 ? [kind] : []));
  return { leads: leads.slice(0, MOST), has_more: leads.length > MOST, by };
}
