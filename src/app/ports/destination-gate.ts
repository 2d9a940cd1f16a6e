import type { Destination } from '../../core/destination-gate/destination.js';
import type { Admission } from '../../core/destination-gate/admission.js';
import type { CallResult } from '../../core/destination-gate/call-result.js';

/**
 * The destination gate, shared by all processes: throttle, requests in flight, circuit breaker. Throws an OutageError
 * within half a second while Redis is not available.
 */
export interface DestinationGate {
  /**
   * Asks to admit one request, in at most one Redis call. No call is made if the destination has only a breaker that
   * was closed a second ago. `permit` names the request. `release` frees it; if its worker was killed, it expires.
   */
  enter(destination: Destination, permit: string): Promise<Admission>;
  /**
   * What `enter` would return at this moment. Only a wait is recorded; no permit is taken. For callers that have a
   * lot of work to do before they may send.
   */
  peek(destination: Destination, permit: string): Promise<Admission>;
  /** Frees the permit and counts the result of the request. `unused`: the request never left. */
  release(destination: Destination, permit: string, result: CallResult | 'unused'): Promise<void>;
  /** Ids of destinations whose breaker is open, at most a second old. Makes one Redis call a second. */
  openBreakers(): Promise<ReadonlySet<string>>;
}
