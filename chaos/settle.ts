import { setTimeout as sleep } from 'node:timers/promises';
import type { mongo } from 'mongoose';

/** What is not settled yet. */
export interface Unsettled {
  readonly leads: number;
  readonly pending_effects: number;
  readonly searches: number;
  /** Leads and adjustments that owe an entry to the books. */
  readonly entries: number;
}

/** `unknown` waits for an operator; all other states in this list move by themselves. */
const MOVING = ['queued', 'working', 'sending', 'waiting', 'saved', 'pending'];
const LOOK_MS = 1_000;
/** Looks. */
const SAY_EVERY = 20;
/** Does not wait for leads of a buyer that is closed for days. */
const WAITED_FOR_MS = 3_600_000;

export async function unsettled(db: mongo.Db): Promise<Unsettled> {
  const leads = db.collection('leads');
  return {
    leads: await leads.countDocuments({
      state: { $in: MOVING },
      due_at: { $not: { $gt: new Date(Date.now() + WAITED_FOR_MS) } },
    }),
    pending_effects: await leads.countDocuments({ 'pending_effects.0': { $exists: true } }),
    searches: await db.collection('searches').countDocuments({ state: { $ne: 'done' } }),
    entries:
      (await leads.countDocuments({ 'unbooked.0': { $exists: true } })) +
      (await db.collection('pending_adjustments').countDocuments({})),
  };
}

/** Waits until nothing moves anymore, at most `limitMs`, and tells how it goes. Returns what still moved then. */
export async function settle(
  db: mongo.Db,
  limitMs: number,
  { signal, say }: { readonly signal: AbortSignal; readonly say: (line: string) => void },
): Promise<Unsettled> {
  const until = performance.now() + limitMs;
  for (let looks = 1; ; looks += 1) {
    const isOver = performance.now() > until;
    // A connection to a killed server may fail once more.
    const rest = await unsettled(db).catch((error: unknown) => {
      if (isOver) throw error;
      say(`what still moves could not be read: ${String(error)}`);
      return undefined;
    });
    if (rest && looks % SAY_EVERY === 0)
      say(
        `still moving: ${Object.entries(rest)
          .map(([what, count]) => `${what} ${count}`)
          .join(', ')}`,
      );
    if (rest && (isOver || rest.leads + rest.pending_effects + rest.searches + rest.entries === 0))
      return rest;
    await sleep(LOOK_MS, undefined, { signal });
  }
}
