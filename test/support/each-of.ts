/** Items as a store or Redis gives them, one after the other. */
// eslint-disable-next-line @typescript-eslint/require-await -- an async iterable of what is at hand
export async function* eachOf<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
