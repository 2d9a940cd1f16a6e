export const MAX_DEPTH = 8;
export const MAX_KEYS = 500;

/** Why a parsed body's shape is refused, or undefined: not an object, too deep, too many keys (all levels counted). */
export function shapeFault(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'Send a JSON object.';
  let keys = 0;
  let level: object[] = [body];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return `Send at most ${MAX_DEPTH} levels of nesting.`;
    const next: object[] = [];
    for (const holder of level) {
      const values = Object.values(holder) as unknown[];
      if (!Array.isArray(holder)) keys += values.length;
      if (keys > MAX_KEYS) return `Send at most ${MAX_KEYS} keys.`;
      for (const value of values) if (typeof value === 'object' && value !== null) next.push(value);
    }
    level = next;
  }
  return undefined;
}
