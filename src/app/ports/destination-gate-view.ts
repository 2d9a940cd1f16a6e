import type { GateView } from '../../core/destination-gate/destination-states.js';

export type {
  BreakerPosition,
  BreakerState,
  GateView,
} from '../../core/destination-gate/destination-states.js';

/** Reads how destinations do. Throws on an outage. */
export interface GateReader {
  /** The destination gate's view by destination id. Two commands for each. */
  destinationGates(ids: readonly string[], now: Date): Promise<ReadonlyMap<string, GateView>>;
  /** Requests in flight by destination id. Two commands. */
  inFlight(now: Date): Promise<ReadonlyMap<string, number>>;
}
