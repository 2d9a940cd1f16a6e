import type { OfferPlan } from '../plan/offers.js';
import { salesOf, type Evidence, type Sale, type Violation } from './evidence.js';

/**
 * One person is sold once in an offer's scope. The window is longer than any rehearsal. An earlier sale counts only if it
 * was made before the lead was received: of two simultaneous leads in different scopes, the one with the second claim may
 * be the one that the buyer saw first. Within the same scope the order does not matter.
 */
export function checkIdentities(
  { leads, received }: Evidence,
  offers: ReadonlyMap<string, OfferPlan>,
): Violation[] {
  const sales = [...salesOf(received).values()];
  const violations: Violation[] = [];
  const byIdentity = new Map<string, Sale[]>();
  for (const sale of sales)
    for (const identity of [`e-mail ${sale.email}`, `phone ${sale.phone}`])
      byIdentity.set(identity, [...(byIdentity.get(identity) ?? []), sale]);
  const seen = new Set<string>();
  for (const [identity, same] of byIdentity)
    for (const sale of same)
      for (const other of same) {
        const pair = [sale.lead_id, other.lead_id].sort().join(' ');
        if (sale === other || seen.has(pair) || !forbids(sale, other)) continue;
        seen.add(pair);
        const [kind] = identity.split(' ');
        violations.push({
          rule: 'one person, sold twice',
          what: `same ${kind}: lead ${other.lead_id} at ${other.offer}, then lead ${sale.lead_id} at ${sale.offer}`,
        });
      }
  return violations;

  function forbids(sale: Sale, other: Sale): boolean {
    const scope = offers.get(sale.offer)?.scope;
    // An offer that moved to another buyer may sell a person to each of them, if each buyer is a scope of its own.
    if (sale.offer === other.offer && scope !== 'buyer') return true;
    const inScope = scope === 'service' || (scope === 'buyer' && sale.buyer === other.buyer);
    if (!inScope) return false;
    if (offers.get(other.offer)?.scope === scope && scope === 'buyer') return true;
    const received_at = leads.get(sale.lead_id)?.received_at;
    return received_at !== undefined && other.at < received_at;
  }
}
