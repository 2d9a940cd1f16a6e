import type { Alert } from '../../core/alerts/alert.js';
import type { Mute } from '../../core/alerts/mute.js';

/** Stored alerts and mutes. Each method throws on an outage. */
export interface AlertStore {
  /** The alerts that fire, and resolved ones whose end is not told yet. */
  open(): Promise<Alert[]>;
  /** The newest resolved ones. */
  resolved(limit: number): Promise<Alert[]>;
  /**
   * False if another process changed the alert since it was read. Its first version is stored only where none fires and
   * none owes anything.
   */
  write(alert: Alert): Promise<boolean>;
  /** Removes alerts that were resolved before a moment, and mutes that ended before it. */
  forget(before: Date): Promise<void>;
  addMute(mute: Mute): Promise<void>;
  /** The mutes that have not ended, the first to end first. */
  mutes(now: Date): Promise<Mute[]>;
  /** Ends a mute. False: there is no such mute, or it has ended. */
  endMute(id: string, now: Date): Promise<boolean>;
}
