/** JSON with the keys of every object sorted, so that equal data is equal text. Members that are undefined are absent. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sortedKeys);

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
