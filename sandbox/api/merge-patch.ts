const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON merge patch (RFC 7396): groups are merged, null removes a key, anything else replaces it. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isGroup(patch)) return patch;
  const merged = new Map(Object.entries(isGroup(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}
