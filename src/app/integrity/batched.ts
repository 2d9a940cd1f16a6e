const BATCH = 500;

/** The different ids of a stream, in batches. */
export async function* batched<T>(
  found: AsyncIterable<T>,
  idOf: (one: T) => string,
): AsyncGenerator<string[]> {
  let ids = new Set<string>();
  for await (const one of found) {
    ids.add(idOf(one));
    if (ids.size < BATCH) continue;
    yield [...ids];
    ids = new Set();
  }
  if (ids.size > 0) yield [...ids];
}
