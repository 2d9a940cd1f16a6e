import { bucketName } from '../caps/cap-buckets.js';
import type { CapBucket } from '../caps/windows.js';
import type { Catalogue } from '../catalogue/types.js';
import {
  capKept,
  createBucketFinder,
  takingIn,
  takingOf,
  type BucketTakings,
  type BucketTaking,
} from './cap-kept.js';
import { createCatalogueHistory } from './catalogue-history.js';
import { BOOK_INVARIANTS, bookedOnce, entriesByLead, type CheckedEntry } from './book-invariants.js';
import { CLAIM_INVARIANTS } from './claim-invariants.js';
import type { Invariant, Violation, World } from './invariant.js';
import { LEAD_INVARIANTS } from './lead-invariants.js';
import { countInto, ledgerAgrees, noLeads } from './ledger-agrees.js';
import type { CheckedClaim, CheckedLead, CheckedSearch, LedgerBucket } from './records.js';
import { SEARCH_INVARIANTS } from './search-invariants.js';
import { salesOf, soldOnce, type IdentitySales, type CompletedSale } from './sold-once.js';
import { LIVE, SETTLED } from './tolerance.js';

/** All stored records. You may pass whole records; only the members that the invariants name are read. */
export interface EverythingStored {
  readonly leads: readonly CheckedLead[];
  readonly searches: readonly CheckedSearch[];
  readonly claims: readonly CheckedClaim[];
  /** In version order. */
  readonly catalogueVersions: readonly { readonly at: Date; readonly catalogue: Catalogue }[];
  /** Absent: the ledger is not compared, because it is being rebuilt. */
  readonly ledgerPlaces?: readonly LedgerBucket[];
  /** Entries of leads. Absent: the books are not compared. */
  readonly entries?: readonly CheckedEntry[];
  /** Ids of leads and searches whose storage was confirmed to a client. */
  readonly acknowledged?: readonly string[];
  readonly now: Date;
  /** True if every process had time to finish its open operations. */
  readonly settled: boolean;
}

/** All violations among these records. The list must be empty, whichever process died. */
export function violationsOf(all: EverythingStored): Violation[] {
  const history = createCatalogueHistory();
  for (const { catalogue, at } of all.catalogueVersions) history.add(catalogue, at);
  const leads = new Map(all.leads.map((lead) => [lead.id, lead]));
  const searches = new Map(all.searches.map((search) => [search.id, search]));
  const claims = new Map(all.claims.map((claim) => [claim.key, claim]));
  const world: World = {
    now: all.now,
    tolerance: all.settled ? SETTLED : LIVE,
    history,
    kept_since: null,
    lead: (id) => leads.get(id),
    search: (id) => searches.get(id),
    claim: (key) => claims.get(key),
  };
  return [
    ...all.leads.flatMap((lead) => evaluate('lead', lead.id, LEAD_INVARIANTS, lead, world)),
    ...all.searches.flatMap((search) => evaluate('search', search.id, SEARCH_INVARIANTS, search, world)),
    ...all.claims.flatMap((claim) => evaluate('identity', claim.key, CLAIM_INVARIANTS, claim, world)),
    ...identitySales(all.leads).flatMap((one) =>
      evaluate('identity', one.identity.key, [soldOnce], one, world),
    ),
    ...bucketTakings(all.leads, world).flatMap((use) =>
      evaluate('place', bucketId(use), [capKept], use, world),
    ),
    ...(all.ledgerPlaces ?? []).flatMap((place) =>
      evaluate(
        'place',
        bucketId(place),
        [ledgerAgrees],
        { ledger: place, leads: leadsOf(place, all.leads, world) },
        world,
      ),
    ),
    ...bookViolations(all, world),
    ...missingOf(all.acknowledged ?? [], (id) => leads.has(id) || searches.has(id)),
  ];
}

/** The leads compared with the books, and entries of leads that do not exist. */
function bookViolations({ entries, leads }: EverythingStored, world: World): Violation[] {
  if (!entries) return [];
  const entriesOf = entriesByLead(entries);
  const known = new Set(leads.map(({ id }) => id));
  const stray = entries.filter(({ lead_id }) => lead_id !== undefined && !known.has(lead_id));
  return [
    ...leads.flatMap((lead) =>
      evaluate('lead', lead.id, BOOK_INVARIANTS, { lead, entries: entriesOf(lead.id) }, world),
    ),
    ...stray.map(strayEntry),
  ];
}

/** The violation of an entry whose lead is not stored. */
export const strayEntry = ({ id, lead_id = '' }: CheckedEntry): Violation => ({
  invariant: bookedOnce.name,
  kind: 'lead',
  id: lead_id,
  detail: `${id} belongs to a lead that is not stored`,
});

/** The violations of one subject. */
export const evaluate = <Subject>(
  kind: Violation['kind'],
  id: string,
  invariants: readonly Invariant<Subject>[],
  subject: Subject,
  world: World,
): Violation[] =>
  invariants.flatMap(({ name, faults }) =>
    faults(subject, world).map((detail) => ({ invariant: name, kind, id, detail })),
  );

export const ACKNOWLEDGED_IS_STORED = {
  name: 'acknowledged-is-stored',
  sentence: 'Every record that was acknowledged to a client is stored.',
} as const;

/** A violation for each acknowledged id under which nothing is stored. */
export const missingOf = (acknowledged: readonly string[], isStored: (id: string) => boolean): Violation[] =>
  acknowledged
    .filter((id) => !isStored(id))
    .map((id) => ({
      invariant: ACKNOWLEDGED_IS_STORED.name,
      kind: 'lead',
      id,
      detail: 'was acknowledged and is not stored',
    }));

export const bucketId = ({ cap_id, window }: Pick<BucketTakings, 'cap_id' | 'window'>): string =>
  bucketName(cap_id, window);

/** Accepted leads by each of their identities, without identities that have only one sale. */
export function identitySales(leads: readonly CheckedLead[]): IdentitySales[] {
  const all = new Map<string, { identity: IdentitySales['identity']; sales: CompletedSale[] }>();
  for (const lead of leads) {
    const sales = salesOf(lead);
    if (sales.length === 0) continue;
    for (const identity of lead.identities) {
      const one = all.get(identity.key) ?? { identity, sales: [] };
      one.sales.push(...sales);
      all.set(identity.key, one);
    }
  }
  return [...all.values()].filter(({ sales }) => sales.length > 1);
}

/** Which lead has which reservation, computed only from the leads. */
export function bucketTakings(leads: readonly CheckedLead[], { history, now }: World): BucketTakings[] {
  const placesOf = createBucketFinder(history);
  const all = new Map<string, { cap_id: string; window: string; takings: BucketTaking[] }>();
  for (const lead of leads) {
    if (!takingOf(lead, now)) continue;
    for (const bucket of placesOf(lead)) {
      const taking = takingIn(lead, bucket, now);
      if (!taking) continue;
      const name = bucketId({ cap_id: bucket.cap.id, window: bucket.window });
      const use = all.get(name) ?? { cap_id: bucket.cap.id, window: bucket.window, takings: [] };
      use.takings.push(taking);
      all.set(name, use);
    }
  }
  return [...all.values()];
}

const isOf =
  ({ cap_id, window }: LedgerBucket) =>
  (bucket: CapBucket): boolean =>
    bucket.cap.id === cap_id && bucket.window === window;

function leadsOf(place: LedgerBucket, leads: readonly CheckedLead[], { history, now }: World) {
  const placesOf = createBucketFinder(history);
  const reserved = new Set(place.members);
  const found = noLeads();
  for (const lead of leads) {
    const bucket = takingOf(lead, now) && placesOf(lead).find(isOf(place));
    if (bucket) countInto(found, lead, bucket, reserved);
  }
  return found;
}
