import type { Campaign, CampaignOffer, Cap, Offer } from '../catalogue/types.js';
import type { LeadData } from '../lead/lead-data.js';
import type { Geo } from '../lead/geo.js';
import type { ClaimOwner } from '../duplicates/claim-owner.js';
import type { ResultTerms, Slot } from '../search/search-record.js';
import type { Refusal } from '../refusal.js';

export type Stage = 'search' | 'submit';

/** One lead against one offer (and one program), as the checks see it. Everything is of the moment but `terms`. */
export interface Subject {
  readonly now: Date;
  /** Expiry is checked at the time the submit was received. */
  readonly received_at: Date;
  readonly is_test: boolean;
  readonly lead: LeadData;
  /** Undefined: the catalogue does not know it (any more). */
  readonly campaign: Campaign | undefined;
  readonly offer: Offer | undefined;
  /** The offer's line in the campaign; undefined: it was taken off. */
  readonly campaign_offer: CampaignOffer | undefined;
  /** The chosen program, when one was. */
  readonly program: string | undefined;
  /** Form A: what was shown. */
  readonly terms: ResultTerms | undefined;
  /** The consumer's decision; null when it was not sent. */
  readonly consent: boolean | null;
  /** Consent fields that were sent with a wrong type, in the order of docs/contract/leads.md#consent. */
  readonly consent_malformed?: readonly string[] | undefined;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly geo: Geo;
}

/** What the shared records say. A search reads them; a submit learns it when it reserves. */
export interface Facts {
  /** Slots of the search, the subject's own left out. */
  readonly slots: readonly Slot[];
  /** Claims in the way. */
  readonly holders: readonly ClaimOwner[];
  /** Caps at their limit, among those that apply. */
  readonly full: readonly Cap[];
}

export const NO_FACTS: Facts = { slots: [], holders: [], full: [] };

/** One rule of the service. It is pure, and its reason is data. */
export interface Check {
  readonly name: string;
  readonly stages: readonly Stage[];
  refuse(subject: Subject, facts: Facts): Refusal | undefined;
}
