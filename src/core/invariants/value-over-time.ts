/** The values that were in force over time. */
export interface ValueOverTime<T> {
  /**
   * Sets the value from a moment on. Call it in time order. A value that is equal to the one before (by `same`)
   * changes nothing.
   */
  set(from: Date, value: T): void;
  /** The values in force at any moment of the interval, both ends included. Undefined for a time without a value. */
  during(from: Date, to: Date): (T | undefined)[];
}

export function createValueOverTime<T>(same: (a: T, b: T) => boolean = Object.is): ValueOverTime<T> {
  const spans: { readonly from: number; readonly value: T }[] = [];
  return {
    set(from, value) {
      const last = spans.at(-1);
      if (!last || !same(last.value, value)) spans.push({ from: from.getTime(), value });
    },
    during(from, to) {
      const before = spans.findLast((span) => span.from <= from.getTime());
      const within = spans.filter((span) => span.from > from.getTime() && span.from <= to.getTime());
      return [before?.value, ...within.map(({ value }) => value)];
    },
  };
}
