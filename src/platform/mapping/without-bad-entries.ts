import type { Mapped } from '../../app/ports/mapping-evaluator.js';

/** The most entries that are tried one by one. A longer list is lost as a whole. */
const MAX_ENTRIES = 500;

/** The most lists of an answer that are searched for bad entries, outermost first. */
const MAX_LISTS = 20;

type Path = readonly string[];
type Evaluate = (body: unknown) => Promise<Mapped<unknown>>;

/**
 * Handles an expression that fails because of single entries in one of the answer's lists. Those entries are left
 * out, as if they had not been sent, and are reported by position and fault, without a value. Returns undefined if
 * single entries are not the cause.
 */
export async function withoutBadEntries(
  body: unknown,
  evaluate: Evaluate,
): Promise<{ readonly value: unknown; readonly left_out: readonly string[] } | undefined> {
  for (const path of listsIn(body)) {
    // If the expression fails even with an empty list, this list is not the cause.
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
    // If the expression can't read any entry, the expression itself is wrong.
    if (good.length === 0) return undefined;
    // Evaluate all good entries together, because an expression may sort or count them.
    const result = await evaluate(put(body, path, good));
    if (result.ok) return { value: result.value, left_out };
  }
  return undefined;
}

/** The paths of the lists in `body`, outermost first. */
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
