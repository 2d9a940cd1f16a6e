import type { Connection } from 'mongoose';
import { clickPaths, openClickIds, type ToldCollection } from '../sealing/click-ids.js';
import type { SealedMembers } from '../sealing/person.js';

type Row = SealedMembers & { readonly _id: string; readonly lead_id?: string };

const KINDS = ['webhook', 'postback'];

/** News and messages of webhooks and postbacks about leads. */
export interface ToldOfLeads {
  count(leadIds: readonly string[]): Promise<{ readonly news: number; readonly webhooks: number }>;
  /** As they are stored, with their click ids, of changes `since` then. Throws an OutageError if a key of them is not there. */
  read(leads: readonly { readonly id: string; readonly since: Date }[]): Promise<readonly object[]>;
  /** Removes their click ids, sealed or in clear. `until`: only of news up to then, and of what was told of it. */
  forgetClickIds(leadIds: readonly string[], until?: Date): Promise<void>;
}

export function createToldOfLeads(connection: Connection): ToldOfLeads {
  const news = connection.collection<Row>('lead_news');
  const messages = connection.collection<Row>('webhook_messages');
  return {
    async count(leadIds) {
      let webhooks = 0;
      for (const range of rangesOf(leadIds)) webhooks += await messages.countDocuments(range);
      return { news: await news.countDocuments(ofLeads(leadIds)), webhooks };
    },
    async read(leads) {
      const open = (of: ToldCollection) => (row: Row) => openClickIds(connection, of, row, 'strict');
      const found: object[] = [];
      for (const { id, since } of leads) {
        const own = { ...ofLeads([id]), at: { $gte: since } };
        found.push(...(await news.find(own).toArray()).map(open('lead_news')));
        for (const range of rangesOf([id])) {
          const rows = await messages.find({ ...range, ...ofChanges({ $gte: since }) }).toArray();
          found.push(...rows.map(open('webhook_messages')));
        }
      }
      return found;
    },
    async forgetClickIds(leadIds, until) {
      if (leadIds.length === 0) return;
      const [at, changes] = until ? [{ at: { $lte: until } }, ofChanges({ $lte: until })] : [{}, {}];
      await news.updateMany({ ...ofLeads(leadIds), ...at }, withoutClicks('lead_news'));
      await messages.bulkWrite(
        rangesOf(leadIds).map((range) => ({
          updateMany: { filter: { ...range, ...changes }, update: withoutClicks('webhook_messages') },
        })),
        { ordered: false },
      );
    },
  };
}

const ofLeads = (leadIds: readonly string[]) => ({ lead_id: { $in: [...leadIds] } });

/**
 * Messages by when the change happened that they tell of: who sends one again stores it with the time of that. A postback
 * has this time alone (`toldWhen`).
 */
function ofChanges(range: Readonly<Record<string, Date>>): object {
  const texts = Object.entries(range).map(([than, date]) => [than, date.toISOString()] as const);
  const timestamp = 'content.timestamp';
  return {
    $or: [{ [timestamp]: Object.fromEntries(texts) }, { [timestamp]: { $exists: false }, created_at: range }],
  };
}

/** Their ids begin with the lead. Their subjects begin with the lane. */
const rangesOf = (leadIds: readonly string[]) =>
  leadIds.flatMap((id) => KINDS.map((kind) => ({ _id: { $gte: `${kind}:${id}:`, $lt: `${kind}:${id}:~` } })));

const withoutClicks = (of: ToldCollection) => ({
  $unset: Object.fromEntries([...clickPaths(of), 'sealed', 'sealed_by'].map((path) => [path, 1 as const])),
});
