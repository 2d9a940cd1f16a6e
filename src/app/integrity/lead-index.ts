import { claimHoldingOf, holdingOf } from '../../core/invariants/holdings.js';
import type { World } from '../../core/invariants/invariant.js';
import { mustClaim, mustSlot } from '../../core/invariants/lead-invariants.js';
import type { CheckedLead } from '../../core/invariants/records.js';

/** A lead as one small number: its round, and what is expected of it. */
const CLAIMS = 0b111;
const SLOT = 1 << 3;
const MAY_CLAIM = 1 << 4;
const MAY_SLOT = 1 << 5;
const SOLD = 1 << 6;
const ROUND_SHIFT = 8;

/**
 * What a million leads hold, in about a hundred bytes each, to be held against claims and slots as they stream by.
 * It only says where to look: what seems wrong is read again, and the invariants decide.
 */
export interface LeadIndex {
  add(lead: CheckedLead, world: World): void;
  /** An owner of a claim; false: look at it. */
  claims(lead: string, round: number): boolean;
  /** A slot of a search; false: look at it. */
  slot(lead: string, round: number, state: 'reserved' | 'sold'): boolean;
  /** Leads whose claims or slot did not all come by. */
  lacking(): IterableIterator<string>;
}

export function createLeadIndex(): LeadIndex {
  const leads = new Map<string, number>();
  const known = (id: string, round: number, flag: number): number | undefined => {
    const entry = leads.get(id);
    return entry !== undefined && entry >>> ROUND_SHIFT === round && entry & flag ? entry : undefined;
  };
  return {
    add(lead, world) {
      leads.set(lead.id, entryOf(lead, world));
    },
    claims(id, round) {
      const entry = known(id, round, MAY_CLAIM);
      if (entry === undefined) return false;
      if (entry & CLAIMS) leads.set(id, entry - 1);
      return true;
    },
    slot(id, round, state) {
      const entry = known(id, round, MAY_SLOT);
      if (entry === undefined) return false;
      if (entry & SLOT) leads.set(id, entry & ~SLOT);
      return ((entry & SOLD) !== 0) === (state === 'sold');
    },
    *lacking() {
      for (const [id, entry] of leads) if (entry & (CLAIMS | SLOT)) yield id;
    },
  };
}

function entryOf(lead: CheckedLead, world: World): number {
  const claims = mustClaim(lead, world) ? Math.min(CLAIMS, lead.identities.length) : 0;
  return (
    (lead.round << ROUND_SHIFT) |
    claims |
    (mustSlot(lead) ? SLOT : 0) |
    (claimHoldingOf(lead, lead.round) === 'no' ? 0 : MAY_CLAIM) |
    (holdingOf(lead, lead.round) === 'no' ? 0 : MAY_SLOT) |
    (lead.state === 'accepted' ? SOLD : 0)
  );
}
