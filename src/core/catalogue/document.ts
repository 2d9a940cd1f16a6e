import type { AlertSettings } from '../alerts/settings.js';
import type { Retention } from '../retention/retention.js';
import type { Stage } from './stages.js';
import type { Affiliate, Books, Buyer, Campaign, CampaignOffer, Cap, Offer } from './types.js';

/**
 * One version of the catalogue as it is stored. It is JSON with the defaults filled in, money in integer cents, and
 * durations in milliseconds. References are ids, because a handle may be renamed and an id never changes.
 * `compileCatalogue` links the document.
 */
export interface CatalogueDocument {
  /** In a catalogue that is given, the members that its files name. Every stored version has both. */
  readonly books?: Partial<Books>;
  readonly alerts?: AlertSettings;
  /** Another person than the authors of a draft applies it. Absent: nobody needs to. */
  readonly four_eyes?: boolean;
  /** What is kept for how long, in milliseconds. Absent members: DEFAULT_RETENTION. */
  readonly retention?: Partial<Retention>;
  /** What becomes of sold leads. Absent: nothing is reported, but by buyers with stages of their own. */
  readonly stages?: readonly Stage[];
  readonly affiliates: readonly AffiliateEntry[];
  readonly buyers: readonly BuyerEntry[];
  readonly offers: readonly OfferEntry[];
  readonly campaigns: readonly CampaignEntry[];
}

export type CapEntry = Pick<Cap, 'window' | 'limit' | 'limit_range' | 'program'>;
interface Capped {
  readonly caps: readonly CapEntry[];
}

export type AffiliateEntry = Affiliate;
export type BuyerEntry = Omit<Buyer, 'caps'> & Capped;
export type OfferEntry = Omit<Offer, 'buyer' | 'caps'> & Capped & { readonly buyer_id: string };
export type CampaignOfferEntry = Omit<CampaignOffer, 'offer' | 'caps'> &
  Capped & { readonly offer_id: string };
export type CampaignEntry = Omit<Campaign, 'affiliate' | 'offers' | 'caps'> &
  Capped & { readonly affiliate_id: string; readonly offers: readonly CampaignOfferEntry[] };

export type Entry = AffiliateEntry | BuyerEntry | OfferEntry | CampaignEntry;

/** The lists of a catalogue, each with the name of one entry. An entry refers only to entries of earlier lists. */
export const ENTRY_KINDS = {
  affiliates: 'affiliate',
  buyers: 'buyer',
  offers: 'offer',
  campaigns: 'campaign',
} as const satisfies Record<Exclude<keyof CatalogueDocument, Group>, string>;
export type EntryList = keyof typeof ENTRY_KINDS;
export type EntryKind = (typeof ENTRY_KINDS)[EntryList];
export const ENTRY_LISTS = Object.keys(ENTRY_KINDS) as EntryList[];

/** What a catalogue holds beside its lists. */
export type Group = 'books' | 'alerts' | 'four_eyes' | 'retention' | 'stages';

export const EMPTY_DOCUMENT: CatalogueDocument = { affiliates: [], buyers: [], offers: [], campaigns: [] };
