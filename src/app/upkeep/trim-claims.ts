import type { ClaimStore } from '../ports/claim-store.js';
import type { ClaimedIdentity, ClaimOwner } from '../../core/duplicates/claim-owner.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { isLeftBehind } from './trim-ledger.js';

export interface TrimClaimsPorts {
  readonly leads: Pick<LeadStore, 'readMany'>;
  readonly claims: Pick<ClaimStore, 'page' | 'release'>;
}

const BATCH = 500;

/** Of one run: a stale claim owner refuses nobody, so there is time to look at all of them bit by bit. */
const MAX = 8 * BATCH;

/**
 * Takes away what is held for leads that ended and owe nothing: a worker that slept claims again when it wakes, and when
 * it is killed then, nobody else knows of it. The claim is read before its lead, and a round that has ended never
 * begins again, so nobody who may still be sold loses what he holds. Goes on after the claim with the key `after`;
 * answers where the next run goes on: from the beginning (`''`) when all were looked at.
 */
export async function trimClaims(ports: TrimClaimsPorts, after: string): Promise<string> {
  let from = after;
  for (let read = 0; read < MAX; read += BATCH) {
    const page = await ports.claims.page(from, BATCH);
    await trimPage(ports, page);
    const last = page.at(-1);
    if (!last || page.length < BATCH) return '';
    from = last.key;
  }
  return from;
}

async function trimPage({ leads, claims }: TrimClaimsPorts, page: readonly ClaimedIdentity[]): Promise<void> {
  const ids = new Set(page.flatMap(({ holders: owners }) => owners.map(({ lead }) => lead)));
  if (ids.size === 0) return;
  const byId = new Map((await leads.readMany([...ids])).map((lead) => [lead.id, lead]));
  for (const { key, holders } of page)
    for (const owner of holders)
      if (isStale(byId.get(owner.lead), owner)) await claims.release([key], owner.lead, owner.round);
}

/** A sale of this round keeps its claims, and so does a lead that its buyer knew before. A record that is gone tells nothing. */
function isStale(lead: LeadRecord | undefined, { round }: ClaimOwner): boolean {
  if (!lead || lead.round < round || !isLeftBehind(lead, round)) return false;
  const isKept = lead.state === 'accepted' || lead.decision?.refusal?.why === 'buyer_duplicate';
  return !(lead.round === round && isKept);
}
