import {
  createBucketFinder,
  capKept,
  takingIn,
  takingOf,
  type BucketTaking,
} from '../../core/invariants/cap-kept.js';
import type { CatalogueHistory } from '../../core/invariants/catalogue-history.js';
import type { Violation } from '../../core/invariants/invariant.js';
import type { CheckedLead } from '../../core/invariants/records.js';
import {
  salesOf,
  soldOnce,
  type IdentitySales,
  type CompletedSale,
} from '../../core/invariants/sold-once.js';
import { evaluate, bucketId } from '../../core/invariants/violations-of.js';
import { type Circumstances, worldOf } from './confirm.js';
import type { RecordReader } from './ports.js';
import { createRepeatFilter } from './bloom-filter.js';

const BATCH = 500;

/**
 * Finds identities that were sold twice and cap buckets over their limit. It reads the leads twice. The first reading
 * counts in little memory. The second reading examines identities that came twice, and buckets over the lowest limit
 * that their cap ever had.
 */
export interface SalesCheck {
  add(lead: CheckedLead): void;
  violations(reader: RecordReader): AsyncGenerator<Violation>;
}

export function createSalesCheck(about: Circumstances): SalesCheck {
  const { history } = about;
  const placesOf = createBucketFinder(history);
  const seen = createRepeatFilter();
  const used = new Map<string, number>();
  const now = about.clock();
  let repeated = false;

  const takingsOf = (lead: CheckedLead): [name: string, taking: BucketTaking][] =>
    !takingOf(lead, now)
      ? []
      : placesOf(lead).flatMap((bucket): [string, BucketTaking][] => {
          const taking = takingIn(lead, bucket, now);
          return taking ? [[bucketId({ cap_id: bucket.cap.id, window: bucket.window }), taking]] : [];
        });
  const isOver = (name: string): boolean => (used.get(name) ?? 0) > history.lowestLimit(capIdOf(name));

  async function* closely(reader: RecordReader): AsyncGenerator<Violation> {
    const sales = new Map<string, { identity: IdentitySales['identity']; sales: CompletedSale[] }>();
    // By lead, because a scan in several answers may show a lead twice.
    const uses = new Map<string, Map<string, BucketTaking>>();
    for await (const lead of reader.sentOrSavedLeads()) {
      for (const [name, taking] of takingsOf(lead)) if (isOver(name)) put(uses, name, taking);
      const leadSales = salesOf(lead);
      const [sale] = leadSales;
      if (!sale) continue;
      const identities = lead.identities.filter(({ key }) =>
        tokensOf(key, sale.offer, history).some((token) => seen.maybe(token)),
      );
      for (const identity of identities) {
        const one = sales.get(identity.key) ?? { identity, sales: [] };
        one.sales.push(...leadSales.map((each) => ({ ...each, identities })));
        sales.set(identity.key, one);
      }
    }
    const world = worldOf(about, {});
    for (const one of sales.values()) yield* evaluate('identity', one.identity.key, [soldOnce], one, world);
    for (const [name, takings] of uses) yield* await evaluateBucket(reader, name, [...takings.values()]);
  }

  /** Only leads that have the reservation at both readings certainly had it at the same time. */
  async function evaluateBucket(
    reader: RecordReader,
    name: string,
    takings: readonly BucketTaking[],
  ): Promise<Violation[]> {
    const cap_id = capIdOf(name);
    const window = name.slice(cap_id.length + 1);
    const world = worldOf(about, {});
    const faults = evaluate('place', name, [capKept], { cap_id, window, takings }, world);
    if (faults.length === 0) return [];
    const still: BucketTaking[] = [];
    for (let i = 0; i < takings.length; i += BATCH) {
      const leads = await reader.leadsById(takings.slice(i, i + BATCH).map(({ lead }) => lead));
      for (const lead of leads)
        for (const [at, taking] of takingsOf(lead)) if (at === name) still.push(taking);
    }
    return evaluate('place', name, [capKept], { cap_id, window, takings: still }, world);
  }

  return {
    add(lead) {
      for (const [name] of takingsOf(lead)) {
        used.set(name, (used.get(name) ?? 0) + 1);
        repeated ||= isOver(name);
      }
      const [sale] = salesOf(lead);
      if (!sale) return;
      for (const { key } of lead.identities)
        for (const token of tokensOf(key, sale.offer, history)) {
          seen.add(token);
          repeated ||= seen.maybe(token);
        }
    },
    async *violations(reader) {
      if (repeated) yield* closely(reader);
    },
  };
}

const capIdOf = (name: string): string => name.slice(0, name.indexOf(':'));

/** The identity in each scope that some policy has. Two sales can only conflict if such a token comes twice. */
function tokensOf(key: string, offer: string, history: CatalogueHistory): string[] {
  const scopes = history.scopes();
  const names = { offer: [offer], buyer: history.buyersOf(offer), service: [''] };
  return [...scopes].flatMap((scope) => names[scope].map((name) => `${key}|${scope}|${name}`));
}

function put(uses: Map<string, Map<string, BucketTaking>>, name: string, taking: BucketTaking): void {
  const ofBucket = uses.get(name);
  if (ofBucket) ofBucket.set(taking.lead, taking);
  else uses.set(name, new Map([[taking.lead, taking]]));
}
