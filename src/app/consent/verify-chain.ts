import { faultOf, type ChainHead, type ChainLink } from '../../core/consent/consent-chain.js';
import type { ConsentStore } from '../ports/consent-store.js';

export interface ChainFault {
  /** The position of a link, the day of a head, or the id of an evidence. */
  readonly id: string;
  readonly detail: string;
}

interface Verifying {
  readonly consents: Pick<ConsentStore, 'links' | 'heads' | 'places'>;
  /** Heads from outside the database. */
  readonly heads?: readonly ChainHead[];
  readonly onFault: (fault: ChainFault) => void;
}

/** Reads the whole chain, and reports what was removed, changed or moved. Resolves with its length. */
export async function verifyChain({ consents, heads = [], onFault }: Verifying): Promise<number> {
  const byPosition = new Map<number, ChainHead[]>();
  for (const head of [...(await consents.heads()), ...heads])
    byPosition.set(head.position, [...(byPosition.get(head.position) ?? []), head]);
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
  for (const { day, position } of [...byPosition.values()].flat())
    if (position > end) onFault({ id: day, detail: `the chain ends before the head of ${day}` });
  for await (const { id, position, digest } of consents.places())
    if (digests.get(position) !== digest) onFault({ id, detail: `the link ${position} has another digest` });
  return end;
}
