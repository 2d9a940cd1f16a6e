import type { ReturnShare } from '../../core/money/return-share.js';

/** One return of a lead: `n` tells how often the lead was returned before. */
export interface ReturnOf {
  readonly lead: string;
  readonly number: number;
}

/** A number of the share that a return asks for. */
export interface ReturnUnitRequest extends ReturnOf {
  readonly share: ReturnShare;
  readonly at: Date;
  /** The highest number to give. Null: there is no limit. */
  readonly limit: number | null;
}

/**
 * What returns need of the books, and the numbered units of the shares: one document for each return, whose name ends
 * in its number. Two callers can't both take the last number below the limit, and no transaction is needed. A unit is
 * taken before the lead is returned, and kept afterwards. Throws on an outage.
 */
export interface ReturnStore {
  /** How many sales are booked for a share. It never becomes less. One command. */
  sold(share: ReturnShare): Promise<number>;
  /** How many numbers up to the limit are free. One command. */
  room(share: ReturnShare, limit: number): Promise<number>;
  /**
   * Takes the next free number, unless the return has one in this share: that is pending since now again. A number in
   * another share, of a try before the rules moved, is given up. False: every number up to the limit is taken. One
   * command if no other return meets this one.
   */
  take(request: ReturnUnitRequest): Promise<boolean>;
  /** Keeps the numbers of returns that are stored with their leads. */
  keep(returns: readonly ReturnOf[]): Promise<void>;
  /** Frees the numbers of returns; with `takenBefore`, only those that are still not kept and were not taken since. */
  free(returns: readonly ReturnOf[], takenBefore?: Date): Promise<void>;
  /** Numbers that were taken before `before` and not kept since, oldest first. */
  unkept(before: Date, limit: number): Promise<ReturnOf[]>;
}
