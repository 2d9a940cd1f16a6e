/** `T`, in which each member that may be undefined is optional. */
export type Compact<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Copies an object without its undefined members, so that they are also absent in JSON and in diffs. */
export function compact<T extends object>(members: T): Compact<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Compact<T>;
}
