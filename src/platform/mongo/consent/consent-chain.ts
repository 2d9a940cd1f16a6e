import type { Connection } from 'mongoose';
import type { ConsentStore } from '../../../app/ports/consent-store.js';
import type { ChainHead, ChainLink } from '../../../core/consent/consent-chain.js';
import { unlessTaken } from '../stores/duplicate-key.js';

type LinkRow = Omit<ChainLink, 'position'> & { readonly _id: number; readonly at: Date };
/** `unpublished`: it is not written outside yet. */
type HeadRow = Omit<ChainHead, 'day'> & { readonly _id: string; readonly unpublished?: true };

type ConsentChain = Pick<
  ConsentStore,
  | 'lastLink'
  | 'lastLinkBefore'
  | 'positionsOf'
  | 'append'
  | 'links'
  | 'heads'
  | 'headFor'
  | 'addHead'
  | 'unpublished'
  | 'published'
>;

/** The links of the chain and its daily heads. Positions are `_id`s, so that two sequencers can't give one twice. */
export function createConsentChain(connection: Connection): ConsentChain {
  const chain = connection.collection<LinkRow>('consent_chain');
  const heads = connection.collection<HeadRow>('consent_heads');
  const lastLink = async (): Promise<ChainLink | null> => {
    const [found] = await chain
      .find({ _id: { $gte: 1 } })
      .sort({ _id: -1 })
      .limit(1)
      .toArray();
    return found ? toLink(found) : null;
  };
  return {
    lastLink,
    async lastLinkBefore(before, after) {
      let found: LinkRow | undefined;
      // By `_id` alone a server finds one link at once, but not by `_id` and time. So halves are looked at.
      for (let [low, high] = [after, ((await lastLink())?.position ?? 0) + 1]; high - low > 1;) {
        const middle = Math.floor((low + high) / 2);
        const half = chain.find({ _id: { $gte: middle, $lt: high } }).sort({ _id: 1 });
        const [link] = await half.limit(1).toArray();
        if (link && link.at < before) [low, found] = [link._id, link];
        else high = middle;
      }
      return found ? toLink(found) : null;
    },
    async positionsOf(digests) {
      const found = await chain.find({ digest: { $in: [...digests] } }).toArray();
      return new Map(found.map(({ _id, digest }) => [digest, _id]));
    },
    append(links, at) {
      const rows = links.map(({ position, ...link }) => ({ _id: position, ...link, at }));
      return unlessTaken(chain.insertMany(rows, { ordered: true }));
    },
    async *links(from, to = Number.MAX_SAFE_INTEGER) {
      for await (const row of chain.find({ _id: { $gte: from, $lte: to } }).sort({ _id: 1 }))
        yield toLink(row);
    },
    heads: async () => (await heads.find({}).sort({ _id: 1 }).toArray()).map(toHead),
    async headFor(position) {
      const [found] = await heads
        .find({ position: { $gte: position } })
        .sort({ position: 1 })
        .limit(1)
        .toArray();
      return found ? toHead(found) : null;
    },
    async addHead({ day, position, hash }) {
      const head = { position, hash, unpublished: true } as const;
      await unlessTaken(heads.updateOne({ _id: day }, { $setOnInsert: head }, { upsert: true }));
    },
    unpublished: async () => (await heads.find({ unpublished: true }).sort({ _id: 1 }).toArray()).map(toHead),
    async published(day) {
      await heads.updateOne({ _id: day }, { $unset: { unpublished: 1 } });
    },
  };
}

const toLink = ({ _id, at: _, ...link }: LinkRow): ChainLink => ({ position: _id, ...link });
const toHead = ({ _id, unpublished: _, ...head }: HeadRow): ChainHead => ({ day: _id, ...head });
