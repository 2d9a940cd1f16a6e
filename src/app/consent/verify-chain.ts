import {
  faultOf,
  isDaysAfter,
  isLate,
  type ChainHead,
  type ChainLink,
} from '../../core/consent/consent-chain.js';
import type { ChainPosition, ConsentStore } from '../ports/consent-store.js';
import { faultOfUnchained } from './fault-of-unchained.js';

export interface ChainFault {
  /** The position of a link, the day of a head, or the id of an evidence. */
  readonly id: string;
  readonly detail: string;
}

interface Verifying {
  readonly consents: Pick<ConsentStore, 'links' | 'heads' | 'places' | 'firstSealed' | 'unsealed'>;
  /** Heads from outside the database. */
  readonly heads?: readonly ChainHead[];
  readonly now: Date;
  readonly onFault: (fault: ChainFault) => void;
}

/**
 * Reads the whole chain, and reports what was removed, changed or moved, evidence that came into it days after it was kept, or
 * that has no place in it and gets none, and evidence in clear behind sealed evidence. Resolves with the length of the chain.
 */
export async function verifyChain({ consents, heads = [], now, onFault }: Verifying): Promise<number> {
  const all = [...(await consents.heads()), ...heads].sort((a, b) => a.position - b.position);
  const byPosition = new Map<number, ChainHead[]>();
  for (const head of all) byPosition.set(head.position, [...(byPosition.get(head.position) ?? []), head]);
  const digests = new Map<number, string>();
  let before: ChainLink | null = null;
  for await (const link of consents.links(1)) {
    const detail = faultOf(link, before);
    if (detail !== undefined) onFault({ id: String(link.position), detail });
    for (const { day, hash } of byPosition.get(link.position) ?? [])
      if (hash !== link.hash)
        onFault({ id: day, detail: `the head of ${day} is not the link ${link.position}` });
    digests.set(link.position, link.digest);
    before = link;
  }
  const end = before?.position ?? 0;
  for (const { day, position } of all)
    if (position > end) onFault({ id: day, detail: `the chain ends before the head of ${day}` });
  const placed = new Map<number, string>();
  for await (const place of consents.places()) {
    const { id, position } = place;
    const detail =
      position === undefined
        ? faultOfUnchained(place, now)?.fault
        : faultOfPlace({ ...place, position }, { digest: digests.get(position), placed, heads: all });
    if (detail !== undefined) onFault({ id, detail });
    if (position !== undefined) placed.set(position, id);
  }
  await findUnsealed(consents, all, onFault);
  return end;
}

/** Evidence in clear is older than the first data key. While processes were restarted with it, some was kept without. */
async function findUnsealed(
  consents: Verifying['consents'],
  heads: readonly ChainHead[],
  onFault: Verifying['onFault'],
): Promise<void> {
  const first = await consents.firstSealed();
  const sealed = first === null ? undefined : firstAt(heads, first);
  if (!sealed) return;
  for await (const { id, position } of consents.unsealed()) {
    const head = firstAt(heads, position);
    if (head && isDaysAfter(head, sealed))
      onFault({ id, detail: `it is in clear, and evidence is sealed since ${sealed.day}` });
  }
}

interface Chain {
  readonly digest: string | undefined;
  readonly placed: ReadonlyMap<number, string>;
  readonly heads: readonly ChainHead[];
}

function faultOfPlace(
  { position, digest, kept_at }: ChainPosition & { readonly position: number },
  { digest: linked, placed, heads }: Chain,
): string | undefined {
  if (linked === undefined || linked !== digest) return `the link ${position} has another digest`;
  const other = placed.get(position);
  if (other !== undefined) return `the link ${position} is that of ${other}, too`;
  const head = firstAt(heads, position);
  return head && isLate(kept_at, head)
    ? `it was kept at ${kept_at.toISOString()}, and is in the chain by the head of ${head.day} only`
    : undefined;
}

/** The first head at or behind a position, of heads in order. */
function firstAt(heads: readonly ChainHead[], position: number): ChainHead | undefined {
  let [from, to] = [0, heads.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((heads[middle]?.position ?? 0) < position) from = middle + 1;
    else to = middle;
  }
  return heads[from];
}
