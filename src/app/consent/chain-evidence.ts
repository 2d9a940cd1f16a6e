import { linksAfter } from '../../core/consent/consent-chain.js';
import type { ConsentStore, KeptEvidence } from '../ports/consent-store.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { Leases } from '../ports/leases.js';

export interface ChainPorts {
  readonly consents: Pick<
    ConsentStore,
    'unchained' | 'lastLink' | 'positionsOf' | 'append' | 'chained' | 'remove'
  >;
  readonly leads: Pick<LeadStore, 'withoutEvidence'>;
  readonly leases: Pick<Leases, 'take'>;
  readonly clock: () => Date;
  /** The name of this process among those that chain. */
  readonly owner: string;
}

const LEASE = 'consent-chain';
const LEASE_MS = 30_000;
const BATCH = 500;

/**
 * Gives kept evidence its places in the chain. The lease keeps others from doing the same for nothing. Two at once do
 * no harm: places and digests are unique, and who meets another's stops. Resolves with how much it chained.
 */
export async function chainEvidence(ports: ChainPorts): Promise<number> {
  const { consents, leases, clock, owner } = ports;
  const now = clock();
  if (!(await leases.take(LEASE, owner, now, new Date(now.getTime() + LEASE_MS)))) return 0;
  let chained = 0;
  for (;;) {
    // Before the digests are looked up: else another's link could be overlooked.
    const last = await consents.lastLink();
    const waiting = await consents.unchained(BATCH);
    if (waiting.length === 0) return chained;
    if (await removeUnwanted(ports, waiting)) continue;
    const placed = await consents.positionsOf(waiting.map(({ digest }) => digest));
    const fresh = waiting.filter(({ digest }) => !placed.has(digest));
    const links = linksAfter(last, [...new Set(fresh.map(({ digest }) => digest))]);
    if (links.length > 0 && !(await consents.append(links, clock()))) return chained;
    const places = new Map([...placed, ...links.map(({ digest, position }) => [digest, position] as const)]);
    await consents.chained(
      waiting.flatMap(({ id, digest }) => {
        const position = places.get(digest);
        return position === undefined ? [] : [{ id, position }];
      }),
    );
    chained += waiting.length;
    if (waiting.length < BATCH) return chained;
  }
}

/**
 * Removes evidence of persons whose erasure removes it: a process that stood still may have kept it after that. All evidence
 * passes here once, so it is enough to look here. Resolves with whether there was some.
 */
async function removeUnwanted(
  { consents, leads }: Pick<ChainPorts, 'consents' | 'leads'>,
  waiting: readonly Pick<KeptEvidence, 'id' | 'lead_id'>[],
): Promise<boolean> {
  const unwanted = await leads.withoutEvidence([...new Set(waiting.map(({ lead_id }) => lead_id))]);
  const ids = waiting.flatMap(({ id, lead_id }) => (unwanted.has(lead_id) ? [id] : []));
  await consents.remove(ids);
  return ids.length > 0;
}
