import { countWaiting } from '../app/catalogue/count-waiting.js';
import type { SwitchKind } from '../core/catalogue/switch-entry.js';
import type { Database } from './wiring/with-database.js';

/**
 * How many leads wait for the paused entry, and what happens to them. Leads that become due during the pause are
 * rejected permanently, which an operator may not expect. Undefined if no lead waits.
 */
export async function waitingMessage(
  { catalogue, overview }: Pick<Database, 'catalogue' | 'overview'>,
  kind: SwitchKind,
  handle: string,
): Promise<string | undefined> {
  const document = (await catalogue.current())?.document;
  const count = document ? await countWaiting({ overview }, document, kind, handle) : 0;
  if (count === 0) return undefined;
  return count === 1
    ? `1 lead waits for it. It is rejected (OFFER_UNAVAILABLE) when it is due, unless you resume the ${kind} first.`
    : `${count} leads wait for it. They are rejected (OFFER_UNAVAILABLE) when they are due, unless you resume the ${kind} first.`;
}
