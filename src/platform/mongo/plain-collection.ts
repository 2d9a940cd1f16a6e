interface FindOptions {
  readonly projection?: object;
  readonly sort?: object;
  readonly batchSize?: number;
}

/**
 * The driver's own collection behind a model, or the same one with batches. The commands of every call use it. Our records are plain documents, so
 * Mongoose has nothing to cast, and its casting costs a worker as much as the driver's own work. The types are loose
 * on purpose: the driver's filter and document types over a record cost the compiler minutes and gigabytes.
 */
export interface PlainCollection<Row> {
  insertOne(document: object): Promise<unknown>;
  insertMany(documents: readonly object[], options: { readonly ordered: boolean }): Promise<unknown>;
  findOne(filter: object, options?: { readonly projection: object }): Promise<Row | null>;
  find(filter: object, options?: FindOptions): { toArray(): Promise<Row[]> };
  aggregate(steps: readonly object[], options?: { readonly session?: object }): AsyncIterable<Row>;
  findOneAndUpdate(
    filter: object,
    update: object,
    options: { returnDocument: 'after'; projection?: object },
    /** Whether a document is as this update left it. With it, the update may leave in a batch. */
    isOurs?: (row: Row) => boolean,
  ): Promise<Row | null>;
  updateOne(filter: object, update: object): Promise<{ readonly matchedCount: number }>;
  deleteMany(filter: object): Promise<unknown>;
  updateMany(filter: object, update: object): Promise<{ readonly modifiedCount: number }>;
  bulkWrite(
    steps: readonly object[],
    options: { readonly ordered: boolean },
  ): Promise<{ readonly matchedCount: number }>;
}
