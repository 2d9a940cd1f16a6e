/** One value that differs; undefined where a side does not have it. Units stay in the name: `price_cents`. */
export interface FieldChange {
  /** `programs.rn-to-msn.label`: items of a list by what names them. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * The differences between two JSON values. Groups are compared member by member; a list whose items have names
 * (programs, questions, caps, a campaign's offers) item by item; any other list as a whole.
 */
export function diffValues(before: unknown, after: unknown, path = ''): FieldChange[] {
  const left = membersOf(before);
  const right = membersOf(after);
  if (left === undefined || right === undefined || Array.isArray(before) !== Array.isArray(after))
    return same(before, after) ? [] : [{ path, before, after }];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((key) =>
    diffValues(left.get(key), right.get(key), path === '' ? key : `${path}.${key}`),
  );
}

/** Order of keys does not matter: two versions may have been written by different releases. */
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
  const names = value.map(nameOf);
  const named = names.every((name) => name !== undefined) && new Set(names).size === names.length;
  return named ? new Map(value.map((item, index) => [names[index] ?? '', item])) : undefined;
}

/** What names an item: a program's value, a question's name, a campaign's offer, a cap's window and program. */
function nameOf(item: unknown): string | undefined {
  if (!isGroup(item)) return undefined;
  const { value, name, offer, window, program } = item;
  if (typeof window === 'string') return typeof program === 'string' ? `${window} ${program}` : window;
  return [value, name, offer].find((each) => typeof each === 'string');
}

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
