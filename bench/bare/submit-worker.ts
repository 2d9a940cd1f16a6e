import { Worker } from 'bullmq';
import { Client } from 'undici';
import { keysOf, openBare, queueOptions, SUBMIT_QUEUE, wakeChannel } from './open-bare.js';
import { receiveStart, reportReady, type BareStart } from './start-message.js';

/** A submit of the bare pipeline: take the job, slot, claims, cap reservation, attempt, the buyer, decision, slot and caps again, wake. */
const start = await receiveStart<BareStart>();
const { prefix, concurrency, buyerUrl } = start;
const { slot, owner, identities, attempt, sent, decided, pendingEffect, inserted } = start.samples.lead;
const { searches, leads, claims, redis } = openBare(start);
const body = JSON.stringify(inserted['lead'] ?? {});
const buyer = new URL(buyerUrl);
const places = `${prefix}:places`;

/** A fresh connection per lead, as Leadkeep uses for a buyer that is not idempotent. */
async function askBuyer(id: string): Promise<void> {
  const client = new Client(buyer.origin, { pipelining: 0 });
  const headers = { 'content-type': 'application/json', 'idempotency-key': id };
  const answer = await client.request({ path: buyer.pathname, method: 'POST', headers, body });
  await answer.body.json();
  await client.destroy();
}

const dueIn = (ms: number): Date => new Date(Date.now() + ms);

const worker = new Worker<{ lead_id: string; search_id: string }>(
  SUBMIT_QUEUE,
  async ({ data: { lead_id: _id, search_id } }) => {
    const taken = await leads.findOneAndUpdate(
      { _id, submission: 1, state: 'queued' },
      { $set: { state: 'working', due_at: dueIn(30_000) }, $inc: { runs: 1 } },
      { returnDocument: 'after' },
    );
    if (!taken) return;
    await searches.updateOne(
      { _id: search_id, 'slots.2': { $exists: false } },
      { $push: { slots: { ...slot, lead: _id } } },
    );
    const filters = keysOf(_id, identities).map((key) => ({ _id: key, 'owners.lead': { $ne: _id } }));
    const update = { $push: { owners: { ...owner, lead: _id } } };
    await claims.bulkWrite(filters.map((filter) => ({ updateOne: { filter, update, upsert: true } })));
    await redis.bareReserve(places, _id);
    await leads.updateOne(
      { _id, submission: 1, state: 'working' },
      {
        $set: { state: 'sending', due_at: dueIn(40_000) },
        $push: { attempts: attempt, timeline: sent },
      },
    );
    await askBuyer(_id);
    await leads.updateOne(
      { _id, submission: 1, state: 'sending' },
      {
        $set: { ...decided, state: 'accepted' },
        $unset: { due_at: 1 },
        $push: { timeline: { $each: [sent, sent] }, pending_effects: pendingEffect },
      },
    );
    await searches.bulkWrite([
      {
        updateOne: {
          filter: { _id: search_id, 'slots.lead': _id },
          update: { $set: { 'slots.$.state': 'sold' } },
        },
      },
    ]);
    await redis.bareConfirm(places, _id);
    await redis.publish(wakeChannel(prefix), _id);
  },
  {
    ...queueOptions(redis.duplicate(), prefix, SUBMIT_QUEUE),
    concurrency,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  },
);
await worker.waitUntilReady();
reportReady({});
