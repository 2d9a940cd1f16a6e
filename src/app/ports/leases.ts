/** Who of several processes does something. Throws on an outage. */
export interface Leases {
  /** Takes or renews a lease until `until`. False: another process has it. */
  take(name: string, owner: string, now: Date, until: Date): Promise<boolean>;
  /** Whether any process has it. */
  isTaken(name: string, now: Date): Promise<boolean>;
  /** Gives it back, so that another process need not wait for its end. */
  release(name: string, owner: string): Promise<void>;
}
