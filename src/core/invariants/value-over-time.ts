/** A value over time: what was in force from when to when. */
export interface ValueOverTime<T> {
  /** In the order of time. A value that is the same as before (by `same`) changes nothing. */
  set(from: Date, value: T): void;
  /** The values in force at any moment of the interval, both ends included; undefined where none was. */
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
