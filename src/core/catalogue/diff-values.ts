/** One value that differs; undefined on a side that does not have it. Names keep their units: `price_cents`. */
export interface FieldChange {
  /** Like `programs.rn-to-msn.label`. Items of a list appear by name. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Named lists whose order means nothing: caps, the offers of a campaign, the channels of alerts. */
const UNORDERED: ReadonlySet<string | undefined> = new Set(['caps', 'offers', 'channels']);

/**
 * The differences between two JSON values. Groups are compared member by member. Lists whose items have names
 * (programs, questions, caps, a campaign's offers) are compared item by item, and other lists as a whole. If the items
 * that both lists have are in another order, that is a difference of the list, with their names in the two orders.
 */
export function diffValues(before: unknown, after: unknown, path = ''): FieldChange[] {
  const left = membersOf(before);
  const right = membersOf(after);
  if (left === undefined || right === undefined || Array.isArray(before) !== Array.isArray(after))
    return same(before, after) ? [] : [{ path, before, after }];
  const members = [...new Set([...left.keys(), ...right.keys()])].flatMap((key) =>
    diffValues(left.get(key), right.get(key), path === '' ? key : `${path}.${key}`),
  );
  const isOrdered = Array.isArray(before) && !UNORDERED.has(path.split('.').at(-1));
  return isOrdered ? [...otherOrder(left, right, path), ...members] : members;
}

type Members = ReadonlyMap<string, unknown>;

function otherOrder(left: Members, right: Members, path: string): FieldChange[] {
  const before = [...left.keys()].filter((name) => right.has(name));
  const after = [...right.keys()].filter((name) => left.has(name));
  return same(before, after) ? [] : [{ path, before, after }];
}

/** Ignores the order of keys, because different releases may have written the two versions. */
function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isGroup(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

function membersOf(value: unknown): Map<string, unknown> | undefined {
  if (isGroup(value)) return new Map(Object.entries(value));
  if (!Array.isArray(value)) return undefined;
  const names = value.map(nameOfItem);
  const named = names.every((name) => name !== undefined) && new Set(names).size === names.length;
  return named ? new Map(value.map((item, index) => [names[index] ?? '', item])) : undefined;
}

/** An item's name: a program's value, a question's name, a campaign's offer, a reason's code, or a cap's window and program. */
export function nameOfItem(item: unknown): string | undefined {
  if (!isGroup(item)) return undefined;
  const { value, name, offer, code, window, program } = item;
  if (typeof window === 'string') return typeof program === 'string' ? `${window} ${program}` : window;
  return [value, name, offer, code].find((each) => typeof each === 'string');
}

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
