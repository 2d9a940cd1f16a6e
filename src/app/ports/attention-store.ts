import type { Attention } from '../../core/now/attention.js';

/** What people did about findings. Each method is one command. Throws on an outage. */
export interface AttentionStore {
  /** All of them that changed since then. There are as many as people touched findings. */
  since(at: Date): Promise<Attention[]>;
  /** Null: nobody did anything about it. */
  read(id: string): Promise<Attention | null>;
  /**
   * Stores it if nobody changed it since it was read. `before`: when it was changed then; null if it was not stored.
   * False: somebody changed it meanwhile.
   */
  write(attention: Attention, before: Date | null): Promise<boolean>;
  /** Removes those that changed last before then. */
  forgetBefore(at: Date): Promise<void>;
}
