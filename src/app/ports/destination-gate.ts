import type { Destination } from '../../core/destination-gate/destination.js';
import type { Admission } from '../../core/destination-gate/admission.js';
import type { CallResult } from '../../core/destination-gate/call-result.js';

/**
 * The destination gate, shared by all processes: throttle, requests in flight, circuit breaker. Throws
 * an OutageError within half a second while Redis is away.
 */
export interface DestinationGate {
  /**
   * Asks for one request to go, in at most one Redis call, and in none where only the breaker guards and it was closed
   * a second ago. `permit` names the request; it is freed by `leave`, or by itself when its worker was killed.
   */
  enter(destination: Destination, permit: string): Promise<Admission>;
  /**
   * What `enter` would say at this moment; a wait counts as one, and nothing else is taken. For callers that
   * have a lot to do before they may go.
   */
  peek(destination: Destination, permit: string): Promise<Admission>;
  /** Frees the permit and counts what the request met; `unused`: it never left. */
  release(destination: Destination, permit: string, result: CallResult | 'unused'): Promise<void>;
  /** Ids of destinations that are left alone at this moment, at most a second old: one Redis call a second. */
  openBreakers(): Promise<ReadonlySet<string>>;
}
