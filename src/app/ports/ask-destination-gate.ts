import { memberOf } from '../../core/caps/reservation-id.js';
import type { Offer } from '../../core/catalogue/types.js';
import { deliveryGate, type Destination } from '../../core/destination-gate/destination.js';
import type { Entry, Passage } from '../../core/destination-gate/admission.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { isOutage } from '../../platform/process/outage.js';
import type { WorkPorts } from './work-ports.js';

type GatePorts = Pick<WorkPorts, 'gate' | 'log'>;

/** With Redis away for so long a lead whose destination has limits looks again. */
const LOOK_AGAIN_MS = 1_000;

/** What a lead's next attempt asks the gate for. */
export const deliveryPermit = (lead: LeadRecord, offer: Offer) => ({
  destination: deliveryGate(offer),
  permit: `${memberOf(lead.id, lead.round)}:${lead.attempts.length + 1}`,
});

/**
 * Asks the gate for one request. Without Redis a breaker counts as closed, since no lead may be lost by it; limits
 * that nobody can count are kept by waiting.
 */
export const enter = (ports: GatePorts, destination: Destination, permit: string): Promise<Entry> =>
  orWithoutRedis(ports, destination, ports.gate.enter(destination, permit));

/** What `enter` would say now. */
export const look = (ports: GatePorts, destination: Destination, permit: string): Promise<Entry> =>
  orWithoutRedis(ports, destination, ports.gate.look(destination, permit));

async function orWithoutRedis(
  { log }: GatePorts,
  destination: Destination,
  asked: Promise<Entry>,
): Promise<Entry> {
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

/** Frees the permit. What the gate never hears of frees itself. */
export async function leave(
  { gate, log }: GatePorts,
  destination: Destination,
  permit: string,
  passage: Passage | 'unused',
): Promise<void> {
  try {
    await gate.leave(destination, permit, passage);
  } catch (error) {
    if (!isOutage(error)) throw error;
    log.warn({ err: error, destination: destination.id }, 'the gate could not be told');
  }
}

/** Destinations that are left alone; none when nobody can say. */
export async function destinationsDown({ gate }: GatePorts): Promise<ReadonlySet<string>> {
  try {
    return await gate.down();
  } catch (error) {
    if (!isOutage(error)) throw error;
    return new Set();
  }
}
