import type { Connection } from 'mongoose';
import type { NewsReader } from '../../../app/integrity/ports.js';
import type { CheckedMessage, CheckedNews, PublishedLead } from '../../../core/invariants/news-invariants.js';
import { inOneBatch } from '../first-batch.js';
import { toRecord, type Stored } from '../stores/documents.js';

const LEAD = {
  ...{ submission: 1, received_at: 1, revision: 1, 'decision.at': 1, pending_effects: 1 },
  ...{ 'returns.at': 1, 'returns.undone.at': 1, 'timeline.at': 1, 'timeline.what': 1 },
};
const NEWS = { lead_id: 1, revision: 1, kind: 1, at: 1 };
const MESSAGE = { created_at: 1, 'content.replay': 1 };
const BATCH = 1_000;

type StoredMessage = Pick<CheckedMessage, 'created_at'> & {
  readonly _id: string;
  readonly content?: { readonly replay?: boolean };
};

/** Reads news and what it is compared with, for the integrity check. */
export function createNewsReader(connection: Connection): NewsReader {
  const leads = connection.collection<Stored<PublishedLead>>('leads');
  const news = connection.collection<Stored<CheckedNews>>('lead_news');
  const messages = connection.collection<StoredMessage>('webhook_messages');
  const some = (ids: readonly string[]) => ({ _id: { $in: [...ids] } });
  return {
    async *toldLeads() {
      const found = leads.find({ revision: { $gte: 1 } }, { projection: { _id: 1 }, batchSize: BATCH });
      for await (const { _id } of found) yield _id;
    },
    async leadsById(ids) {
      const found = await leads.find(some(ids), { projection: LEAD, ...inOneBatch(ids) }).toArray();
      return found.map((lead) => toRecord<PublishedLead>(lead));
    },
    async newsById(ids) {
      if (ids.length === 0) return [];
      const found = await news.find(some(ids), { projection: NEWS, ...inOneBatch(ids) }).toArray();
      return found.map((one) => toRecord<CheckedNews>(one));
    },
    async *messages() {
      const found = messages.find({}, { projection: MESSAGE, batchSize: BATCH });
      for await (const one of found) yield toMessage(one);
    },
    async messagesById(ids) {
      return (await messages.find(some(ids), { projection: MESSAGE, ...inOneBatch(ids) }).toArray()).map(
        toMessage,
      );
    },
  };
}

const toMessage = ({ _id, created_at, content }: StoredMessage): CheckedMessage => ({
  ...{ id: _id, created_at, is_replay: content?.replay === true },
});
