/** `T` with every member that may be undefined made optional. */
export type Compact<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** A copy without the members that are undefined, so that what is absent is absent in JSON and in diffs too. */
export function compact<T extends object>(members: T): Compact<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Compact<T>;
}
