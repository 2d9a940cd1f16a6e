/** The text at a path into a body that anybody may have sent; empty when there is none. */
export function textAt(value: unknown, ...path: string[]): string {
  let at = value;
  for (const name of path)
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined;
  return typeof at === 'string' ? at : '';
}
