import { claimHoldingOf, holdingOf } from '../../core/invariants/holdings.js';
import type { World } from '../../core/invariants/invariant.js';
import { mustClaim, mustSlot } from '../../core/invariants/lead-invariants.js';
import type { CheckedLead } from '../../core/invariants/records.js';

/** A lead as one small number: its submission number, and what it must still have. */
const CLAIMS = 0b111;
const SLOT = 1 << 3;
const MAY_CLAIM = 1 << 4;
const MAY_SLOT = 1 << 5;
const SOLD = 1 << 6;
const SUBMISSION_SHIFT = 8;

/**
 * What up to a million leads hold, in about a hundred bytes each. Claims and slots are compared with it while they
 * are streamed. It only finds suspects: they are read again, and the invariants decide.
 */
export interface LeadIndex {
  add(lead: CheckedLead, world: World): void;
  /** Adds the owner of a claim. False: the claim is a suspect. */
  claims(lead: string, submission: number): boolean;
  /** Adds a slot of a search. False: the slot is a suspect. */
  slot(lead: string, submission: number, state: 'reserved' | 'sold'): boolean;
  /** Leads for which a claim or the slot is missing. */
  lacking(): IterableIterator<string>;
}

export function createLeadIndex(): LeadIndex {
  const leads = new Map<string, number>();
  const known = (id: string, submission: number, flag: number): number | undefined => {
    const entry = leads.get(id);
    return entry !== undefined && entry >>> SUBMISSION_SHIFT === submission && entry & flag
      ? entry
      : undefined;
  };
  return {
    add(lead, world) {
      leads.set(lead.id, entryOf(lead, world));
    },
    claims(id, submission) {
      const entry = known(id, submission, MAY_CLAIM);
      if (entry === undefined) return false;
      if (entry & CLAIMS) leads.set(id, entry - 1);
      return true;
    },
    slot(id, submission, state) {
      const entry = known(id, submission, MAY_SLOT);
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
    (lead.submission << SUBMISSION_SHIFT) |
    claims |
    (mustSlot(lead) ? SLOT : 0) |
    (claimHoldingOf(lead, lead.submission) === 'no' ? 0 : MAY_CLAIM) |
    (holdingOf(lead, lead.submission) === 'no' ? 0 : MAY_SLOT) |
    (lead.state === 'accepted' ? SOLD : 0)
  );
}
