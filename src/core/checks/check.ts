import type { Campaign, CampaignOffer, Cap, Offer } from '../catalogue/types.js';
import type { LeadData } from '../lead/lead-data.js';
import type { Geo } from '../lead/geo.js';
import type { ClaimOwner } from '../duplicates/claim-owner.js';
import type { ResultTerms, Slot } from '../search/search-record.js';
import type { Suppression } from '../suppression/suppression.js';
import type { FieldFault, Refusal } from '../refusal.js';

export type Stage = 'search' | 'submit';

/** The consent text that was shown, and the offer's buyer by then. */
export interface ShownText {
  readonly text: string;
  readonly buyer_id: string;
}

/**
 * One lead against one offer (and one program), as the checks see it. Everything except `terms` is of the present
 * moment.
 */
export interface Subject {
  readonly now: Date;
  /** When the submit was received. Expiry is checked against this time. */
  readonly received_at: Date;
  readonly is_test: boolean;
  /** Whose lead it is. Another affiliate may have the campaign by now. */
  readonly affiliate_id: string;
  readonly lead: LeadData;
  /** Undefined: the catalogue does not have it, or not any more. */
  readonly campaign: Campaign | undefined;
  readonly offer: Offer | undefined;
  /** The campaign offer. Undefined: it was removed from the campaign, or the campaign is another affiliate's. */
  readonly campaign_offer: CampaignOffer | undefined;
  /** The chosen program, if any. */
  readonly program: string | undefined;
  /** Form A: the terms that were shown. */
  readonly terms: ResultTerms | undefined;
  /** Absent: there was no text, or an attempt may have arrived. */
  readonly shown_text?: ShownText | undefined;
  /** The consumer's decision; null when it was not sent. */
  readonly consent: boolean | null;
  /** Consent fields that were sent with a wrong type, in the order of docs/contract/leads.md#consent. */
  readonly consent_malformed?: readonly string[] | undefined;
  /** `consent_cert_url` as it was sent. */
  readonly certificate?: string | null;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly geo: Geo;
  /** The offer's own rules were looked at already, and hold. */
  readonly rules_hold?: true;
}

/** What the shared records contain. A search reads them. A submit learns it when it reserves. */
export interface Facts {
  /** Entries of the suppression list under the person's keyed hashes. */
  readonly suppressions: readonly Suppression[];
  /** Slots of the search, without the lead's own slot. */
  readonly slots: readonly Slot[];
  /** Owners of claims that block the lead. */
  readonly owners: readonly ClaimOwner[];
  /** Caps at their limit, among the caps that apply. */
  readonly full_caps: readonly Cap[];
}

export const NO_FACTS: Facts = { suppressions: [], slots: [], owners: [], full_caps: [] };

/** One rule of the service. A check is pure, and its reason is data. */
export interface Check {
  readonly name: string;
  readonly stages: readonly Stage[];
  refuse(subject: Subject, facts: Facts): Refusal | undefined;
}

/** The refusal of a check that looks at fields: its first fault. */
export const refusalOf = (check: string, [first]: readonly FieldFault[]): Refusal | undefined =>
  first && { check, ...first };
