import type { Destination } from '../../core/destination-gate/destination.js';
import type { Entry, Passage } from '../../core/destination-gate/admission.js';

/**
 * The gate before every destination, shared by all processes: throttle, requests in flight, circuit breaker. Throws
 * an OutageError within half a second while Redis is away.
 */
export interface Gate {
  /**
   * Asks for one request to go, in at most one Redis call, and in none where only the breaker guards and it was closed
   * a second ago. `permit` names the request; it is freed by `leave`, or by itself when its worker was killed.
   */
  enter(destination: Destination, permit: string): Promise<Entry>;
  /**
   * What `enter` would say at this moment; a wait counts as one, and nothing else is taken. For whoever has a lot to do
   * before it may go.
   */
  look(destination: Destination, permit: string): Promise<Entry>;
  /** Frees the permit and counts what the request met; `unused`: it never left. */
  leave(destination: Destination, permit: string, passage: Passage | 'unused'): Promise<void>;
  /** Ids of destinations that are left alone at this moment, at most a second old: one Redis call a second. */
  down(): Promise<ReadonlySet<string>>;
}
