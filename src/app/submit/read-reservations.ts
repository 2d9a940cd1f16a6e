import { bucketsFor } from '../../core/caps/cap-buckets.js';
import { ownersInTheWay } from '../../core/duplicates/claim-status.js';
import { claimOwnersNow } from '../duplicates/claim-owners-now.js';
import type { SharedSteps } from './reserve.js';

/** The same steps for a test lead: they read slots, claims and caps, and reserve nothing. */
export const READ: SharedSteps = {
  async slot(ports, { lead }) {
    const search = lead.search_id === undefined ? null : await ports.searches.read(lead.search_id);
    return search?.slots ?? [];
  },

  async claims(ports, { lead, subject, campaign_offer: campaignOffer }) {
    const { offer } = campaignOffer;
    const { identities } = lead;
    const { now } = subject;
    const held = await ports.claims.owners(identities.map(({ key }) => key));
    const stands = await claimOwnersNow(ports.leads, held, { identities, offers: [offer], now });
    const place = { offer: offer.id, buyer: offer.buyer.id };
    return ownersInTheWay(stands, identities, offer.duplicates, place, now);
  },

  async caps(ports, { lead, subject, campaign, campaign_offer, leaves_at }) {
    const buckets = bucketsFor({ campaign, campaign_offer, program: subject.program }, leaves_at);
    let used = await ports.ledger.used(buckets);
    if (used === 'stale' && (await ports.rebuildLedger())) used = await ports.ledger.used(buckets);
    if (used === 'stale') return 'wait';
    const counts = used;
    const full = buckets.filter(({ cap }, i) => (counts[i] ?? 0) >= cap.limit).map(({ cap }) => cap);
    return { full, lead };
  },
};
