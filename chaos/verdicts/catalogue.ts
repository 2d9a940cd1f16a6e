import type { Received } from '../../sandbox/memory.js';
import { isOpenIn, offersIn, statesWithin, type CatalogueState } from '../plan/catalogue-state.js';
import { BEHIND_MS, handleOf, TIMED_BEHIND_MS, type Evidence, type Violation } from './evidence.js';

/**
 * A request must follow a catalogue that was in force a moment ago: not for a paused offer, not to a closed buyer, and
 * not to a buyer that had the offer before, or is paused for a time.
 */
export function checkCatalogue({ received, history }: Evidence, submits: number): Violation[] {
  const buyers = new Map(
    history.map(({ state }) => [
      state,
      new Map(offersIn(submits, state).map(({ handle, buyer }) => [handle, buyer])),
    ]),
  );
  const violations: Violation[] = [];
  for (const request of received) {
    if (request.what !== 'lead') continue;
    const at = new Date(request.at);
    const since = new Date(at.getTime() - BEHIND_MS);
    const states = statesWithin(history, since, at);
    const may = (rule: (state: CatalogueState) => boolean): boolean => states.some(rule);
    const offer = handleOf(request);
    const buyerIn = (state: CatalogueState) => buyers.get(state)?.get(offer);
    const add = (rule: string): void => void violations.push({ rule, what: sentence(request, offer) });
    if (!may(({ paused }) => !paused.includes(offer))) add('sent for a paused offer');
    const open = (state: CatalogueState): boolean => {
      const buyer = buyerIn(state);
      return buyer !== undefined && [since, at].some((moment) => isOpenIn(state, buyer, moment));
    };
    if (!may(open)) add('sent to a closed buyer');
    const recent = statesWithin(history, new Date(at.getTime() - TIMED_BEHIND_MS), at);
    if (recent.every(({ timed }) => timed.paused.includes(request.party))) add('sent in a timed pause');
    if (!may((state) => buyerIn(state) === request.party)) add('sent to a former buyer');
  }
  return violations;
}

const sentence = ({ idempotency_key: id, party, at }: Received, offer: string): string =>
  `lead ${id} for ${offer} to ${party} at ${at}`;
