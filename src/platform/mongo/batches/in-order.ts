/**
 * What one command changes, in the order of the records. On FerretDB a command is a transaction: two that change the
 * same records in another order wait for each other.
 */
export const inOrder = <One>(all: readonly One[], idOf: (one: One) => string): One[] =>
  all
    .map((one) => ({ one, id: idOf(one) }))
    .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
    .map(({ one }) => one);
