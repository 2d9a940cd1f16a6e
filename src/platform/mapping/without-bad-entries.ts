import type { Mapped } from '../../app/ports/mapping-evaluator.js';

/** Entries that are tried one by one; a list that is longer is lost as a whole. */
const MAX_ENTRIES = 500;

/** Lists of an answer that are looked at for the bad entries, from the outside in. */
const MAX_LISTS = 20;

type Path = readonly string[];
type Evaluate = (body: unknown) => Promise<Mapped<unknown>>;

/**
 * What an expression makes of an answer when single entries of one of its lists are what it fails on: those are left out,
 * as if they had not been sent, and told by their place and fault, without a value. Undefined when that is not so.
 */
export async function withoutBadEntries(
  body: unknown,
  evaluate: Evaluate,
): Promise<{ readonly value: unknown; readonly left_out: readonly string[] } | undefined> {
  for (const path of listsIn(body)) {
    // An expression that fails without any entry does not fail by one.
    if (!(await evaluate(put(body, path, []))).ok) continue;
    const entries = at(body, path) as readonly unknown[];
    if (entries.length > MAX_ENTRIES) return undefined;
    const good: unknown[] = [];
    const left_out: string[] = [];
    for (const [index, entry] of entries.entries()) {
      const alone = await evaluate(put(body, path, [entry]));
      if (alone.ok) good.push(entry);
      else left_out.push(`entry ${index + 1} is left out: results ${alone.fault}`);
    }
    // An expression that can read none of them is at fault itself.
    if (good.length === 0) return undefined;
    // Once more with all that are good: an expression may sort them or count them.
    const made = await evaluate(put(body, path, good));
    if (made.ok) return { value: made.value, left_out };
  }
  return undefined;
}

/** Paths of the lists in `body`, from the outside in. */
function listsIn(body: unknown): Path[] {
  const found: Path[] = [];
  let level: Path[] = [[]];
  while (level.length > 0 && found.length < MAX_LISTS) {
    const next: Path[] = [];
    for (const path of level) {
      const value = at(body, path);
      if (Array.isArray(value)) found.push(path);
      else if (typeof value === 'object' && value !== null)
        next.push(...Object.keys(value).map((key) => [...path, key]));
    }
    level = next;
  }
  return found.slice(0, MAX_LISTS);
}

const at = (body: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>>)[key], body);

function put(body: unknown, path: Path, list: readonly unknown[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return list;
  const group = body as Readonly<Record<string, unknown>>;
  return { ...group, [key]: put(group[key], rest, list) };
}
