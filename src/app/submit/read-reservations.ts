import { bucketsFor } from '../../core/caps/cap-buckets.js';
import { ownersInTheWay } from '../../core/duplicates/claim-status.js';
import { claimOwnersNow } from '../duplicates/claim-owners-now.js';
import type { WorkPorts } from '../ports/work-ports.js';
import type { SharedGather, Taking } from './reserve.js';

/** What a test lead meets: slots, claims and caps are read, and none is taken. */
export function readShared(
  ports: WorkPorts,
  { lead, subject, campaign, campaign_offer: campaignOffer, leaves_at }: Taking,
): SharedGather {
  const { offer } = campaignOffer;
  return {
    lead: () => lead,
    async slots() {
      const search = lead.search_id === undefined ? null : await ports.searches.read(lead.search_id);
      return search?.slots ?? [];
    },
    async holders() {
      const { identities } = lead;
      const { now } = subject;
      const held = await ports.claims.owners(identities.map(({ key }) => key));
      const stands = await claimOwnersNow(ports.leads, held, { identities, offers: [offer], now });
      const place = { offer: offer.id, buyer: offer.buyer.id };
      return ownersInTheWay(stands, identities, offer.duplicates, place, now);
    },
    async full() {
      const buckets = bucketsFor(
        { campaign, campaign_offer: campaignOffer, program: subject.program },
        leaves_at,
      );
      let used = await ports.ledger.used(buckets);
      if (used === 'stale' && (await ports.rebuildLedger())) used = await ports.ledger.used(buckets);
      if (used === 'stale') return 'wait';
      const counts = used;
      return buckets.filter(({ cap }, i) => (counts[i] ?? 0) >= cap.limit).map(({ cap }) => cap);
    },
  };
}
