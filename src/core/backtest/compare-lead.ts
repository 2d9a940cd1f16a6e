import type { Catalogue, Offer } from '../catalogue/types.js';
import { NO_FACTS, type Subject } from '../checks/check.js';
import { firstRefusal, subjectOf } from '../checks/index.js';
import type { Geo } from '../lead/geo.js';
import type { LeadRecord } from '../lead/lead-record.js';
import { ruleChange, sameVerdict, type Difference, type Verdict } from './difference.js';

/** The catalogue in force and the draft. */
export interface Versions {
  readonly before: Catalogue;
  readonly after: Catalogue;
}

export interface ComparedLead {
  readonly difference?: Difference;
  /** Set when both catalogues would send the lead. Their requests may still differ. */
  readonly passing?: { readonly before: Subject; readonly after: Subject };
}

/**
 * Evaluates a stored lead under both catalogues, at the time when it was received. A direct offer is evaluated with
 * its own terms instead of those that a search showed, as if the catalogue had been in force then. Duplicates,
 * exclusivity, caps, the suppression list and verification services are left out.
 */
export function compareLead(stored: LeadRecord, { before, after }: Versions, geo: Geo): ComparedLead {
  const old = subjectUnder(stored, before, geo);
  const now = subjectUnder(stored, after, geo);
  const from = outcomeOf(old);
  const to = outcomeOf(now);
  const offer = now.offer ?? old.offer;
  if (!sameVerdict(from, to)) {
    const rule = ruleChange(from, to, old.offer, now.offer);
    const difference = { kind: 'decided', id: stored.id, offer: handleOf(offer, stored), from, to, rule };
    return { difference: difference as Difference };
  }
  return from === 'passes' ? { passing: { before: old, after: now } } : {};
}

const handleOf = (offer: Offer | undefined, { offer_id }: LeadRecord): string => offer?.handle ?? offer_id;

function subjectUnder(stored: LeadRecord, catalogue: Catalogue, geo: Geo): Subject {
  const { shown_text: _shown, ...subject } = subjectOf(stored, catalogue, geo, stored.received_at);
  if (subject.offer?.kind === 'direct') return { ...subject, terms: undefined };
  if (!subject.terms || !subject.offer) return subject;
  // As if the partner of this catalogue had been asked.
  return { ...subject, terms: { ...subject.terms, buyer_id: subject.offer.buyer.id } };
}

/** A test lead is evaluated like a live one. */
const outcomeOf = (subject: Subject): Verdict =>
  subject.offer
    ? (firstRefusal({ ...subject, is_test: false }, 'submit', NO_FACTS) ?? 'passes')
    : 'not there';
