import type { Campaign, CampaignOffer, Catalogue } from '../../core/catalogue/types.js';
import type { Subject } from '../../core/checks/check.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';

/** A lead under evaluation, with the data that its decision depends on. */
export interface Candidate {
  readonly lead: LeadRecord;
  readonly subject: Subject;
  /** That of the lead's own affiliate (`campaignOf`). */
  readonly campaign: Campaign;
  readonly campaign_offer: CampaignOffer;
  /** The catalogue that holds the campaign and its offer. A newer one may be in force by now. */
  readonly catalogue: Catalogue;
  /** When the request leaves, or is due to leave. The lead counts in the windows of this moment. */
  readonly send_at: Date;
}
