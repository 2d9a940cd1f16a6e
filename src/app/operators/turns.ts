/** So many works wait for their turn that another one may not. */
export class TurnsTaken extends Error {
  override readonly name = 'TurnsTaken';
}

/** Runs at most `most` works at a time. `mostWaiting` others wait for their turn, in order; the next throw TurnsTaken. */
export function createTurns(
  most: number,
  mostWaiting = Number.POSITIVE_INFINITY,
): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < most) running += 1;
    else if (waiting.length >= mostWaiting) throw new TurnsTaken();
    // The one that ends passes its turn on, so the number stays.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
