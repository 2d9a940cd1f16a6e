import {
  headHash,
  isLate,
  NO_HEAD,
  rootOf,
  wholePath,
  type PublishedHead,
} from '../../core/consent/consent-chain.js';
import type { ChainPosition, ConsentStore, StoredHead } from '../ports/consent-store.js';

export interface ChainFault {
  /** The day of a head, or the id of an evidence. */
  readonly id: string;
  readonly detail: string;
}

interface Verifying {
  readonly consents: Pick<ConsentStore, 'heads' | 'places'>;
  /** Heads from outside the database. */
  readonly heads?: readonly PublishedHead[];
  readonly now: Date;
  readonly onFault: (fault: ChainFault) => void;
}

/**
 * Reads all heads and all evidence, and reports heads that were removed or changed, and evidence that was changed or moved, or
 * came into the chain days after it was kept, or never. Resolves with the number of heads.
 */
export async function verifyChain({ consents, heads = [], now, onFault }: Verifying): Promise<number> {
  const all = await consents.heads();
  let prev = NO_HEAD;
  for (const head of all) {
    if (head.prev !== prev) onFault({ id: head.day, detail: 'it does not continue the head before it' });
    else if (head.hash !== headHash(head))
      onFault({ id: head.day, detail: 'its hash is not that of its content' });
    prev = head.hash;
  }
  const hashes = new Map(all.map(({ day, hash }) => [day, hash]));
  for (const { day, hash } of heads)
    if (hashes.get(day) !== hash)
      onFault({ id: day, detail: `the head of ${day} is ${hashes.has(day) ? 'another' : 'missing'}` });
  const byTree = byTreeOf(all);
  const digests = new Map<string, string>();
  for await (const place of consents.places()) {
    const { id, digest } = place;
    const { fault } = standingOf(place, byTree, now);
    if (fault !== undefined) onFault({ id, detail: fault });
    const other = digests.get(digest);
    if (other !== undefined) onFault({ id, detail: `its digest is that of ${other}, too` });
    digests.set(digest, id);
  }
  return all.length;
}

/** How evidence stands to the chain, and what is broken or late. */
export interface ChainStanding {
  readonly standing: 'unchanged' | 'late' | 'not_headed' | 'broken';
  readonly fault?: string;
  readonly head?: StoredHead;
  /** From its digest to the root of its day. */
  readonly path: readonly string[];
}

/** The heads by their trees. */
export const byTreeOf = (heads: readonly StoredHead[]): ReadonlyMap<string | undefined, StoredHead> =>
  new Map(heads.map((head) => [head.tree, head]));

export function standingOf(
  { digest, kept_at, tree, path: stored = [] }: ChainPosition,
  heads: ReadonlyMap<string | undefined, StoredHead>,
  now: Date,
): ChainStanding {
  const head = heads.get(tree);
  const kept = `kept at ${kept_at.toISOString()}`;
  if (!head)
    return isLate(kept_at, { day: now.toISOString().slice(0, 10) })
      ? { standing: 'late', fault: `${kept}, and not in the chain yet`, path: [] }
      : { standing: 'not_headed', path: [] };
  const path = wholePath(stored, head.tree);
  if (rootOf(digest, path) !== head.root)
    return { standing: 'broken', fault: `it is not what the head of ${head.day} is of`, path };
  return isLate(kept_at, head)
    ? { standing: 'late', fault: `${kept}, and in the chain by the head of ${head.day} only`, head, path }
    : { standing: 'unchanged', head, path };
}
