import type { Connection, mongo } from 'mongoose';
import type { WebhookMessage, WebhookMessages } from '../../../app/ports/webhook-store.js';
import { newestOf } from '../first-rows.js';
import { readByIndex } from '../named-index.js';
import { createOutbox } from '../outbox/outbox-store.js';
import type { NewMessage, OutboxMessage } from '../../../core/outbox/outbox-message.js';
import { openClickIds, toStoredClicks } from '../sealing/click-ids.js';
import { dataKeysOf } from '../sealing/data-keys-of.js';

type Stored = Omit<WebhookMessage, 'id'> & { readonly _id: string };

/** The messages of webhooks and postbacks, in MongoDB, with their click ids sealed. */
export function createMessageStore(connection: Connection): WebhookMessages {
  const messages = connection.collection<Stored>('webhook_messages');
  const outbox = createOutbox(connection, 'webhook_messages');
  const open = <Message extends OutboxMessage>(message: Message): Message =>
    withEveryValue(openClickIds(connection, 'webhook_messages', message, 'shown'));
  // A test is about no consumer, and who asks for it may have no keys.
  const toStored = (one: NewMessage): NewMessage =>
    isTest(one) && !dataKeysOf(connection) ? one : toStoredClicks(connection, 'webhook_messages', one);
  const toRecord = ({ _id, ...rest }: Stored): WebhookMessage => open({ id: _id, ...rest });
  /** An endpoint may have millions. They are looked for by their times alone, and only what is shown is read whole. */
  async function newestIn(
    of: { readonly lane: string },
    now: Date,
    enough: number,
  ): Promise<WebhookMessage[]> {
    const options = { projection: { created_at: 1 }, hint: 'listed' };
    const places = await newestOf<Pick<Stored, '_id' | 'created_at'>>(
      {
        look: (created_at, limit) =>
          readByIndex(messages.find({ ...of, created_at }, { ...options, limit }).toArray()),
        at: ({ created_at }) => created_at,
      },
      now,
      enough,
    );
    const ids = places.map(({ _id }) => _id);
    const found = await messages.find({ _id: { $in: ids } }).toArray();
    const byId = new Map(found.map((message) => [message._id, message]));
    return ids.flatMap((id) => byId.get(id) ?? []).map(toRecord);
  }
  return {
    ...outbox,
    add: (all, now) => outbox.add(all.map(toStored), now),
    async take(...what) {
      return (await outbox.take(...what)).map(([first, ...rest]) => [open(first), ...rest.map(open)]);
    },
    async hurry(lane, now) {
      await messages.updateMany({ lane, due_at: { $gt: now } }, { $set: { due_at: now } });
    },
    async list({ lane, states, lead_id, limit, now }) {
      const inStates = states ? { state: { $in: [...states] } } : {};
      if (lane !== undefined) return newestIn({ lane, ...inStates }, now, limit);
      const kinds = ['webhook', 'postback'];
      // A lead's messages are found by their ids, which begin with it.
      const ofLead =
        lead_id === undefined ? {} : { $or: kinds.map((kind) => startsWith(`${kind}:${lead_id}:`)) };
      const found = await messages
        .find({ ...inStates, ...ofLead }, { limit })
        .sort({ created_at: -1, _id: -1 })
        .toArray();
      return found.map(toRecord);
    },
    async replay(ids, now) {
      const found = await messages
        .find({ _id: { $in: [...ids] }, state: { $in: ['delivered', 'parked'] } })
        .toArray();
      if (found.length > 0)
        await messages.updateMany(
          { _id: { $in: found.map(({ _id }) => _id) }, state: { $in: ['delivered', 'parked'] } },
          {
            $set: { state: 'waiting', due_at: now, created_at: now, failures: 0, 'content.replay': true },
            $unset: { ended_at: 1 },
          } as unknown as mongo.UpdateFilter<Stored>,
        );
      await outbox.askLanes(found, now);
      return found.map(toRecord);
    },
  };
}

const startsWith = (prefix: string) => ({ _id: { $gte: prefix, $lt: `${prefix}~` } });

const isTest = ({ content }: NewMessage): boolean => 'type' in content && content.type === 'test';

/** A postback without a click id, or whose click id was erased, has it empty. */
function withEveryValue<Message extends OutboxMessage>(message: Message): Message {
  const { content } = message as { readonly content: { readonly values?: object } };
  return content.values === undefined
    ? message
    : { ...message, content: { ...content, values: { click_id: '', ...content.values } } };
}
