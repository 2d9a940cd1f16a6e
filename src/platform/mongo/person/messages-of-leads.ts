import type { Connection } from 'mongoose';
import { clickPaths, openClickIds, type MessageCollection } from '../sealing/click-ids.js';
import type { SealedMembers } from '../sealing/seal-person.js';

type Row = SealedMembers & { readonly _id: string; readonly lead_id?: string };

const KINDS = ['webhook', 'postback'];

/** News and messages of webhooks and postbacks about leads. */
export interface MessagesOfLeads {
  count(leadIds: readonly string[]): Promise<{ readonly news: number; readonly webhooks: number }>;
  /** As they are stored, with their click ids. Throws an OutageError if a key of them is not there. */
  read(leadIds: readonly string[]): Promise<readonly object[]>;
  /** Removes their click ids, sealed or in clear. */
  forgetClickIds(leadIds: readonly string[]): Promise<void>;
}

export function createMessagesOfLeads(connection: Connection): MessagesOfLeads {
  const news = connection.collection<Row>('lead_news');
  const messages = connection.collection<Row>('webhook_messages');
  return {
    async count(leadIds) {
      let webhooks = 0;
      for (const range of rangesOf(leadIds)) webhooks += await messages.countDocuments(range);
      return { news: await news.countDocuments(ofLeads(leadIds)), webhooks };
    },
    async read(leadIds) {
      const open = (of: MessageCollection) => (row: Row) => openClickIds(connection, of, row, 'strict');
      const found: object[] = [];
      for (const id of leadIds) {
        found.push(...(await news.find(ofLeads([id])).toArray()).map(open('lead_news')));
        for (const range of rangesOf([id]))
          found.push(...(await messages.find(range).toArray()).map(open('webhook_messages')));
      }
      return found;
    },
    async forgetClickIds(leadIds) {
      if (leadIds.length === 0) return;
      await news.updateMany(ofLeads(leadIds), withoutClicks('lead_news'));
      await messages.bulkWrite(
        rangesOf(leadIds).map((range) => ({
          updateMany: { filter: range, update: withoutClicks('webhook_messages') },
        })),
        { ordered: false },
      );
    },
  };
}

const ofLeads = (leadIds: readonly string[]) => ({ lead_id: { $in: [...leadIds] } });

/** Their ids begin with the lead. Their subjects begin with the lane. */
const rangesOf = (leadIds: readonly string[]) =>
  leadIds.flatMap((id) => KINDS.map((kind) => ({ _id: { $gte: `${kind}:${id}:`, $lt: `${kind}:${id}:~` } })));

const withoutClicks = (of: MessageCollection) => ({
  $unset: Object.fromEntries([...clickPaths(of), 'sealed', 'sealed_by'].map((path) => [path, 1 as const])),
});
