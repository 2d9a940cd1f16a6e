/** The value is of a kind that no entry holds, so it was not written by Leadkeep. */
export class NotCanonical extends Error {
  override readonly name = 'NotCanonical';
}

/**
 * One text for one value: members in the order of their names, dates marked as such, members without a value left out.
 * A database may reorder members, and must not be able to make two values look the same. Throws NotCanonical for
 * anything but null, booleans, finite numbers, texts, dates, lists and plain objects.
 */
export function canonicalForm(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (value instanceof Date && !Number.isNaN(value.getTime()))
    return `@${JSON.stringify(value.toISOString())}`;
  if (Array.isArray(value)) return `[${value.map(canonicalForm).join(',')}]`;
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    throw new NotCanonical();
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalForm(member)}`).join(',')}}`;
}
