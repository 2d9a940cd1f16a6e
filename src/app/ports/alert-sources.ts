import type { CapUse, LedgerState } from './ledger-view.js';
import type { Cap } from '../../core/catalogue/types.js';
import type { LockedLeads, ProcessReading } from '../../core/alerts/readings.js';

/** A destination whose breaker is not closed, by its id, as the destination gate stores it. */
export interface BrokenGate {
  readonly destination: string;
  /** Since when its requests fail, as far as the kept calls show. */
  readonly failing_since?: Date;
  /** Its newest request got no further than the proxy (OUTBOUND_PROXY). */
  readonly at_proxy?: true;
}

/** Unknown leads of one offer at one buyer. */
export interface UnknownAtBuyer {
  readonly offer_id: string;
  /** The buyer that may have them. */
  readonly buyer_id: string;
  readonly count: number;
  /** When the oldest was received. */
  readonly oldest: Date;
}

/** Where the processes say that they run, and what they lack. */
export interface ProcessBoard {
  /** `id` is one run of a process. It is forgotten some minutes after its last announcement. */
  announce(id: string, process: ProcessReading): Promise<void>;
  /** Takes back what was announced: the process ends. */
  leave(id: string): Promise<void>;
  /** Who announced itself in the last half minute. */
  list(now: Date): Promise<ProcessReading[]>;
}

/** What happened how often, in hours of UTC. Processes add in bursts, so a killed one may lose some seconds. */
export interface HourlyCounts {
  add(what: string, counts: ReadonlyMap<string, number>, now: Date): Promise<void>;
  /** The sums of the hour of `now` and of as many hours before it. At most 47. */
  sums(what: string, hoursBefore: number, now: Date): Promise<ReadonlyMap<string, number>>;
}

/** What alerts read from the stores of others, besides their own ports. Each throws an OutageError. */
export interface AlertSources {
  brokenGates(): Promise<BrokenGate[]>;
  /** All unknown leads that were received by then, those with the oldest lead first. */
  unknownLeads(by: Date): Promise<UnknownAtBuyer[]>;
  /** Leads that wait for a data key. */
  lockedLeads(now: Date): Promise<LockedLeads[]>;
  capUses(caps: readonly Cap[], now: Date): Promise<CapUse[]>;
  ledgerState(caps: readonly Cap[]): Promise<LedgerState>;
}
