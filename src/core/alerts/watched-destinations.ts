import type { Catalogue } from '../catalogue/types.js';
import { noticeDestination } from '../destination-gate/destination.js';
import { destinationsOf, verifications } from '../destination-gate/destination-states.js';
import type { VerifyStep } from '../verification/verify-step.js';
import type { BrokenDestination } from './readings.js';

type Watched = Omit<BrokenDestination, 'failing_since'>;

/** The addresses that leads and searches are sent to now, by the ids of their destinations. */
export function watchedDestinations({ offers, campaigns }: Catalogue): ReadonlyMap<string, Watched> {
  const watched = new Map<string, Watched>();
  for (const offer of offers.values()) {
    // A paused offer is asked by nobody, so its breaker can't close.
    if (offer.status !== 'active' || offer.buyer.status !== 'active') continue;
    const { id, handle } = offer;
    for (const { what, step, destination } of destinationsOf(offer))
      watched.set(destination.id, {
        ...{ owner: 'offer', id, handle, what: what === 'submit' ? 'delivery' : what },
        ...stepNamed(offer.verify, step),
      });
  }
  for (const campaign of campaigns.values()) {
    if (campaign.status !== 'active' || campaign.affiliate.status !== 'active') continue;
    const { id, handle, verify } = campaign;
    for (const { what, step, destination } of verifications(campaign)) {
      const named = stepNamed(verify, step);
      if (what === 'verification')
        watched.set(destination.id, { owner: 'campaign', id, handle, what, ...named });
    }
  }
  return watched;
}

/** The ids of all destinations that somebody should know of when they are down: also those of buyers' notices. */
export function askedDestinations(catalogue: Catalogue): ReadonlySet<string> {
  const notices = [...catalogue.buyers.values()]
    .filter(({ status }) => status === 'active')
    .flatMap(({ id, revocation, erasure }) => [
      ...(revocation ? [noticeDestination(id, 'revocation', revocation, false).id] : []),
      ...(erasure ? [noticeDestination(id, 'erasure', erasure, false).id] : []),
    ]);
  return new Set([...watchedDestinations(catalogue).keys(), ...notices]);
}

function stepNamed(steps: readonly VerifyStep[] = [], wanted: string | undefined): Pick<Watched, 'step'> {
  const step = steps.find(({ name }) => name === wanted);
  return step ? { step: { name: step.name, when_away: step.when_away } } : {};
}
