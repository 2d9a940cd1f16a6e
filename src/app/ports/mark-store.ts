import type { Mark, MarkName, Marks } from '../../core/money/marks.js';

/** Marks of closed months' statements, by the statements' numbers. Throws on an outage. */
export interface MarkStore {
  ofMonth(month: string): Promise<ReadonlyMap<string, Marks>>;
  /** Sets a mark that is not set. Returns the one that is set then: this one, or the earlier one, which stays. */
  set(
    statement: { readonly number: string; readonly month: string },
    name: MarkName,
    mark: Mark,
  ): Promise<Mark>;
  /** False: it was not set. */
  unset(number: string, name: MarkName): Promise<boolean>;
}
