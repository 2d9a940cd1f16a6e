import { isOutage } from '../outage.js';
import { reservationIdOf } from '../../core/caps/cap-buckets.js';
import type { Offer } from '../../core/catalogue/types.js';
import { deliveryDestination, type Destination } from '../../core/destination-gate/destination.js';
import type { Admission } from '../../core/destination-gate/admission.js';
import type { CallResult } from '../../core/destination-gate/call-result.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { WorkPorts } from '../ports/work-ports.js';

type GatePorts = Pick<WorkPorts, 'gate' | 'log'>;

/** While Redis is not available, a message whose destination has limits tries again after this time. */
const LOOK_AGAIN_MS = 1_000;
const NOT_ASKED = 'the gate could not be asked';

/** The destination, and the permit name, for the next attempt of a lead. */
export const deliveryPermit = (lead: LeadRecord, offer: Offer) => ({
  destination: deliveryDestination(offer),
  permit: `${reservationIdOf(lead.id, lead.submission)}:${lead.attempts.length + 1}`,
});

/**
 * Asks the destination gate to admit one request. Without Redis, a breaker counts as closed, so that no lead is lost. The
 * requests of a destination with limits can't be counted then. So this throws the OutageError, and the lead is requeued:
 * a wait would use up its delivery window.
 */
export const enter = (ports: GatePorts, destination: Destination, permit: string): Promise<Admission> =>
  orClosedBreaker(ports, destination, ports.gate.enter(destination, permit));

/** What `enter` would return now. */
export const peek = (ports: GatePorts, destination: Destination, permit: string): Promise<Admission> =>
  orClosedBreaker(ports, destination, ports.gate.peek(destination, permit));

/** `enter` for a request that belongs to no run of a lead, so nothing is requeued: an outage is a wait. */
export async function enterOrWait(
  ports: GatePorts,
  destination: Destination,
  permit: string,
): Promise<Admission> {
  try {
    return await enter(ports, destination, permit);
  } catch (error) {
    if (!isOutage(error)) throw error;
    ports.log.warn({ err: error, destination: destination.id }, NOT_ASKED);
    return { outcome: 'wait', why: 'throttled', for_ms: LOOK_AGAIN_MS };
  }
}

async function orClosedBreaker(
  { log }: GatePorts,
  { id, per_minute, max_in_flight }: Destination,
  asked: Promise<Admission>,
): Promise<Admission> {
  try {
    return await asked;
  } catch (error) {
    const hasLimits = per_minute !== undefined || max_in_flight !== undefined;
    if (!isOutage(error) || hasLimits) throw error;
    log.warn({ err: error, destination: id }, NOT_ASKED);
    return { outcome: 'go' };
  }
}

/** Frees the permit. A permit that is never released expires, so a fault here is never the caller's. */
export async function release(
  { gate: destinationGate, log }: GatePorts,
  destination: Destination,
  permit: string,
  result: CallResult | 'unused',
): Promise<void> {
  try {
    await destinationGate.release(destination, permit, result);
  } catch (error) {
    log[isOutage(error) ? 'warn' : 'error'](
      { err: error, destination: destination.id },
      'the gate could not be told',
    );
  }
}

/** Ids of the destinations whose breaker is open. Empty while Redis is not available. */
export async function openBreakers({ gate: destinationGate }: GatePorts): Promise<ReadonlySet<string>> {
  try {
    return await destinationGate.openBreakers();
  } catch (error) {
    if (!isOutage(error)) throw error;
    return new Set();
  }
}
