import { placesFor } from '../../core/caps/cap-buckets.js';
import { holdersInTheWay } from '../../core/duplicates/claim-status.js';
import { holdersNow } from '../duplicates/claim-owners-now.js';
import type { WorkPorts } from '../ports/work-ports.js';
import type { SharedGather, Taking } from './reserve.js';

/** What a test lead meets: slots, claims and caps are read, and none is taken. */
export function readShared(
  ports: WorkPorts,
  { lead, subject, campaign, line, leaves_at }: Taking,
): SharedGather {
  const { offer } = line;
  return {
    lead: () => lead,
    async slots() {
      const search = lead.search_id === undefined ? null : await ports.searches.read(lead.search_id);
      return search?.slots ?? [];
    },
    async holders() {
      const { identities } = lead;
      const { now } = subject;
      const held = await ports.claims.holders(identities.map(({ key }) => key));
      const stands = await holdersNow(ports.leads, held, { identities, offers: [offer], now });
      const place = { offer: offer.id, buyer: offer.buyer.id };
      return holdersInTheWay(stands, identities, offer.duplicates, place, now);
    },
    async full() {
      const places = placesFor({ campaign, line, program: subject.program }, leaves_at);
      let used = await ports.ledger.used(places);
      if (used === 'stale' && (await ports.rebuildLedger())) used = await ports.ledger.used(places);
      if (used === 'stale') return 'wait';
      const counts = used;
      return places.filter(({ cap }, i) => (counts[i] ?? 0) >= cap.limit).map(({ cap }) => cap);
    },
  };
}
