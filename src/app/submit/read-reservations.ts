import { askLedger } from '../caps/ask-ledger.js';
import { bucketsFor } from '../../core/caps/cap-buckets.js';
import { ownersInTheWay } from '../../core/duplicates/claim-status.js';
import { readClaimOwners } from '../duplicates/claim-owners-now.js';
import type { SharedSteps } from './reserve.js';

/** The same steps for a test lead. They read slots, claims of its own affiliate and caps, but reserve nothing. */
export const READ: SharedSteps = {
  async slot(ports, { lead }) {
    const search = lead.search_id === undefined ? null : await ports.searches.read(lead.search_id);
    return search?.slots ?? [];
  },

  async claims(ports, { lead, subject, campaign_offer: campaignOffer }) {
    const { offer } = campaignOffer;
    const { identities } = lead;
    const { now } = subject;
    const held = await readClaimOwners(ports, lead, { identities, offers: [offer], now });
    const place = { offer: offer.id, buyer: offer.buyer.id };
    return ownersInTheWay(held, identities, offer.duplicates, place, now);
  },

  async caps(ports, { lead, subject, campaign, campaign_offer, send_at }) {
    const buckets = bucketsFor({ campaign, campaign_offer, program: subject.program }, send_at);
    const used = await askLedger(ports, () => ports.ledger.used(buckets));
    if (used === 'stale') return 'wait';
    const full_caps = buckets.filter(({ cap }, i) => (used[i] ?? 0) >= cap.limit).map(({ cap }) => cap);
    return { full_caps, lead };
  },
};
