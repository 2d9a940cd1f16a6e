import type { Catalogue } from '../../core/catalogue/types.js';
import type { OutboxMessage } from '../../core/outbox/outbox-message.js';
import type { FreshCatalogue } from '../ports/catalogue-source.js';
import type { Sent } from '../ports/outbox.js';

/** A message may be this much ahead of the catalogue of the process that sends it. */
const AHEAD_MS = 60_000;
const LOOK_AGAIN_MS = 10_000;

/**
 * Whom a message is for, as `find` reads it from the catalogue. The process that stored the message may have had a newer
 * catalogue (ADR 16), so before nobody is found it is read anew. Throws on an outage.
 */
export async function findReceiver<Receiver>(
  catalogue: FreshCatalogue,
  find: (catalogue: Catalogue) => Receiver | undefined,
): Promise<Receiver | undefined> {
  const found = find(catalogue.current());
  if (found !== undefined) return found;
  await catalogue.refresh();
  return find(catalogue.current());
}

/** How the try of a message without a receiver ends: a new message waits a while, another one is given up. */
export const receiverMissing = (
  what: 'endpoint' | 'channel',
  { created_at }: Pick<OutboxMessage, 'created_at'>,
  now: Date,
): Sent =>
  now.getTime() - created_at.getTime() < AHEAD_MS
    ? {
        ...{ ok: false, detail: `waits: the ${what} is not in the catalogue` },
        ...{ held_ms: LOOK_AGAIN_MS, is_noted: true },
      }
    : { ok: false, detail: `the ${what} is no longer in the catalogue`, final: true };
