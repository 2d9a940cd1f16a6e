import { Worker } from 'bullmq';
import { keysOf, openBare, queueOptions, SEARCH_QUEUE, wakeChannel } from './open-bare.js';
import { receiveStart, reportReady, type BareStart } from './start-message.js';

/** A search of the bare pipeline: take the job, read claims, read cap buckets, write the run, wake. */
const start = await receiveStart<BareStart>();
const { samples, prefix, concurrency } = start;
const { searches, claims, redis } = openBare(start);
const { run, entry } = samples.search;

const worker = new Worker<{ search_id: string }>(
  SEARCH_QUEUE,
  async ({ data: { search_id: _id } }) => {
    const due_at = new Date(Date.now() + 10_000);
    const taken = await searches.findOneAndUpdate(
      { _id, run: 1, state: 'new' },
      { $set: { state: 'running', due_at }, $inc: { runs: 1 } },
      { returnDocument: 'after' },
    );
    if (!taken) return;
    await Promise.all([
      claims.find({ _id: { $in: keysOf(_id, samples.lead.identities) } }).toArray(),
      redis.bareUsed(`${prefix}:places`),
    ]);
    await searches.updateOne(
      { _id, run: 1, runs: 1, state: 'running' },
      { $set: { ...run, state: 'done' }, $unset: { due_at: 1 }, $push: { timeline: entry } },
    );
    await redis.publish(wakeChannel(prefix), _id);
  },
  {
    ...queueOptions(redis.duplicate(), prefix, SEARCH_QUEUE),
    concurrency,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  },
);
await worker.waitUntilReady();
reportReady({});
