import type { PlainCollection } from '../plain-collection.js';

/** A read of one record with only one element of one of its lists. */
export interface ElementRead {
  readonly id: string;
  /** The `id` of the element. */
  readonly element: string;
}

/** What reads of elements have in common, so that they may leave together. */
export interface ElementShape {
  /** Where the list is. */
  readonly path: string;
  /** The other members of the projection. */
  readonly rest: Readonly<Record<string, unknown>>;
}

/** Reads a projection that has one `$elemMatch` by the `id` of an element. Undefined: it has none. */
export function elementOf(projection: object): (ElementShape & Pick<ElementRead, 'element'>) | undefined {
  for (const [path, wanted] of Object.entries(projection) as [string, unknown][]) {
    const element = (wanted as { $elemMatch?: { id?: unknown } }).$elemMatch?.id;
    if (typeof element !== 'string') continue;
    const { [path]: _, ...rest } = projection as Record<string, unknown>;
    return { path, rest, element };
  }
  return undefined;
}

/**
 * The reads become one `find`, in which each record has its first element that anybody asked for. No batch has two reads
 * of one record, but anybody may ask one record for the element of another. So a record with another element than its
 * read asked for is read alone, beside the next batch.
 */
export async function sendElementReads<Row extends { readonly _id: string }>(
  collection: PlainCollection<Row>,
  reads: readonly [ElementRead, ...ElementRead[]],
  { path, rest }: ElementShape,
): Promise<readonly PromiseSettledResult<Row | null | Promise<Row | null>>[]> {
  const only = (id: unknown) => ({ projection: { ...rest, [path]: { $elemMatch: { id } } } });
  const alone = ({ id, element }: ElementRead) => collection.findOne({ _id: id }, only(element));
  if (reads.length === 1) return Promise.allSettled(reads.map(alone));
  const ids = reads.map(({ id }) => id);
  const elements = { $in: reads.map(({ element }) => element) };
  const found = await collection.find({ _id: { $in: ids } }, only(elements)).toArray();
  const rows = new Map(found.map((row) => [row._id, row]));
  return reads.map((read) => {
    const row = rows.get(read.id) ?? null;
    const [first] = ((row as Readonly<Record<string, unknown>> | null)?.[path] ?? []) as { id?: unknown }[];
    const isOwn = first === undefined || first.id === read.element;
    return { status: 'fulfilled', value: isOwn ? row : alone(read) };
  });
}
