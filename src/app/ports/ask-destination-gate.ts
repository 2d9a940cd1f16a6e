import { isOutage } from '../outage.js';
import { reservationIdOf } from '../../core/caps/cap-buckets.js';
import type { Offer } from '../../core/catalogue/types.js';
import { deliveryDestination, type Destination } from '../../core/destination-gate/destination.js';
import type { Admission } from '../../core/destination-gate/admission.js';
import type { CallResult } from '../../core/destination-gate/call-result.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { WorkPorts } from './work-ports.js';

type GatePorts = Pick<WorkPorts, 'gate' | 'log'>;

/** With Redis away for so long a lead whose destination has limits looks again. */
const LOOK_AGAIN_MS = 1_000;

/** What a lead's next attempt asks the destination gate for. */
export const deliveryPermit = (lead: LeadRecord, offer: Offer) => ({
  destination: deliveryDestination(offer),
  permit: `${reservationIdOf(lead.id, lead.round)}:${lead.attempts.length + 1}`,
});

/**
 * Asks the destination gate for one request. Without Redis a breaker counts as closed, since no lead may be lost by
 * it. A destination with limits has to wait, because nobody can count.
 */
export const enter = (ports: GatePorts, destination: Destination, permit: string): Promise<Admission> =>
  orWithoutRedis(ports, destination, ports.gate.enter(destination, permit));

/** What `enter` would say now. */
export const peek = (ports: GatePorts, destination: Destination, permit: string): Promise<Admission> =>
  orWithoutRedis(ports, destination, ports.gate.peek(destination, permit));

async function orWithoutRedis(
  { log }: GatePorts,
  destination: Destination,
  asked: Promise<Admission>,
): Promise<Admission> {
  try {
    return await asked;
  } catch (error) {
    if (!isOutage(error)) throw error;
    log.warn({ err: error, destination: destination.id }, 'the gate could not be asked');
    if (destination.per_minute === undefined && destination.max_in_flight === undefined)
      return { outcome: 'go' };
    return { outcome: 'wait', why: 'throttled', for_ms: LOOK_AGAIN_MS };
  }
}

/** Frees the permit. A permit that is never released expires. */
export async function release(
  { gate: destinationGate, log }: GatePorts,
  destination: Destination,
  permit: string,
  result: CallResult | 'unused',
): Promise<void> {
  try {
    await destinationGate.release(destination, permit, result);
  } catch (error) {
    if (!isOutage(error)) throw error;
    log.warn({ err: error, destination: destination.id }, 'the gate could not be told');
  }
}

/** Destinations that are left alone; none when nobody can say. */
export async function openBreakers({ gate: destinationGate }: GatePorts): Promise<ReadonlySet<string>> {
  try {
    return await destinationGate.openBreakers();
  } catch (error) {
    if (!isOutage(error)) throw error;
    return new Set();
  }
}
