import { headLine, type PublishedHead } from '../../core/consent/consent-chain.js';
import type { ConsentStore } from '../ports/consent-store.js';

export interface HeadPorts {
  readonly consents: Pick<ConsentStore, 'unpublished' | 'published'>;
  readonly log: { info(fields: object, message: string): void };
  /** Each writes a head to a place outside the database. Writing it twice does no harm. */
  readonly places: readonly ((head: PublishedHead) => Promise<void>)[];
}

/**
 * Writes the heads of days outside the database, again until every place has them. A place that can't be written keeps no
 * other from its heads. Resolves with how many heads waited. Throws on an outage, or at the end if a place could not be
 * written.
 */
export async function publishHeads({ consents, log, places }: HeadPorts): Promise<number> {
  const waiting = await consents.unpublished();
  for (const head of waiting) log.info({ consent_head: headLine(head) }, 'head of the chain of consents');
  const results = await Promise.all(places.map((write) => writeAll(write, waiting)));
  const everywhere = Math.min(waiting.length, ...results.map(({ written }) => written));
  for (const { day } of waiting.slice(0, everywhere)) await consents.published(day);
  const faults = results.flatMap(({ fault }) => (fault === undefined ? [] : [fault]));
  if (faults.length > 0) throw new AggregateError(faults, faults.map(({ message }) => message).join('; '));
  return waiting.length;
}

/** Writes heads to one place, the oldest first, until it refuses one. */
async function writeAll(
  write: HeadPorts['places'][number],
  heads: readonly PublishedHead[],
): Promise<{ readonly written: number; readonly fault?: Error }> {
  let written = 0;
  try {
    for (const head of heads) {
      await write(head);
      written += 1;
    }
    return { written };
  } catch (error) {
    return { written, fault: error instanceof Error ? error : new Error(String(error)) };
  }
}
