import { headLine, type ChainHead } from '../../core/consent/consent-chain.js';
import type { ConsentStore } from '../ports/consent-store.js';

export interface HeadPorts {
  readonly consents: Pick<ConsentStore, 'lastLinkBefore' | 'heads' | 'addHead' | 'unpublished' | 'published'>;
  readonly clock: () => Date;
  readonly log: { info(fields: object, message: string): void };
  /** Each writes a head to a place outside the database. Writing it twice does no harm. */
  readonly places: readonly ((head: ChainHead) => Promise<void>)[];
}

const DAY_MS = 86_400_000;
/** Clocks of processes may differ by less than this. */
const CLOCKS_MS = 10 * 60_000;

/**
 * Writes the head of each day that is over outside the database. The head is stored first, and is published again until
 * every place has it. A place that can't be written keeps no other from its heads. A day on which nothing was chained has
 * none. Resolves with how many heads waited. Throws on an outage, or at the end if a place could not be written.
 */
export async function publishHeads({ consents, clock, log, places }: HeadPorts): Promise<number> {
  const today = new Date(clock().getTime() - CLOCKS_MS).toISOString().slice(0, 10);
  const midnight = new Date(`${today}T00:00:00Z`);
  const day = new Date(midnight.getTime() - DAY_MS).toISOString().slice(0, 10);
  const newest = (await consents.heads()).at(-1);
  if (newest === undefined || newest.day < day) {
    const last = await consents.lastLinkBefore(midnight, newest?.position ?? 0);
    if (last) await consents.addHead({ day, position: last.position, hash: last.hash });
  }
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
  heads: readonly ChainHead[],
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
