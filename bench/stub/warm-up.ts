import { load } from '../load.js';
import type { Operation } from '../operations.js';
import type { OurSide } from '../start-ours.js';

/**
 * To each `web`, before anything counts. The engine compiles what it has run often enough, whatever the rate, and after
 * 600 calls a call still took a third more than after 2,000.
 */
const CALLS = { search: 2_000, submit: 1_200 };

/** So few that commands leave alone, as they do at the rates that are measured. */
const AT_ONCE = { connections: 3, seconds: 3 };

/** Calls each `web` as fast as it answers. Each submit takes a search of the stock. */
export async function warmUp(
  operation: Operation,
  sides: readonly OurSide[],
  signal: AbortSignal,
): Promise<void> {
  const wanted = operation.name === 'submit' ? CALLS.submit : CALLS.search;
  await Promise.all(
    sides.flatMap((side) =>
      side.originsOf.web.map((url) => warmUpOne(operation, side, { url, wanted, signal })),
    ),
  );
}

async function warmUpOne(
  operation: Operation,
  side: OurSide,
  { url, wanted, signal }: { readonly url: string; readonly wanted: number; readonly signal: AbortSignal },
): Promise<void> {
  for (let made = 0; made < wanted;) {
    const loaded = await load({ url, headers: side.headers }, () => operation.next(side), AT_ONCE, signal);
    if (loaded.answers.length === 0)
      throw new Error(`${operation.name}: nobody answers: ${loaded.firstFailure ?? 'nothing came'}`);
    operation.after?.(side, loaded.answers);
    made += loaded.answers.length;
  }
}
