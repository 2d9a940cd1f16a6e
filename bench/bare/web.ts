import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import express from 'express';
import type { AddressInfo } from 'node:net';
import { keysOf, openBare, queueOptions, SEARCH_QUEUE, SUBMIT_QUEUE, wakeChannel } from './open-bare.js';
import { receiveStart, reportReady, type BareStart } from './start-message.js';

/** The web process of the bare pipeline: parse, count, store, enqueue, wait, read, answer. */
const start = await receiveStart<BareStart>();
const { samples, prefix } = start;
const { searches, leads, claims, redis } = openBare(start);
const searchQueue = openQueue(SEARCH_QUEUE);
const submitQueue = openQueue(SUBMIT_QUEUE);
const waiting = new Map<string, () => void>();

const subscriber = redis.duplicate();
await subscriber.subscribe(wakeChannel(prefix));
subscriber.on('message', (_channel, id: string) => waiting.get(id)?.());

function openQueue(name: string): Queue {
  const defaultJobOptions = { removeOnComplete: true, removeOnFail: true, attempts: 1 };
  const streams = { events: { maxLen: 100 } };
  return new Queue(name, { ...queueOptions(redis, prefix, name), defaultJobOptions, streams });
}

async function runJob(queue: Queue, id: string, data: object): Promise<void> {
  const done = new Promise<void>((resolve) => waiting.set(id, resolve));
  await queue.add('job', data, { jobId: `${id}-1` });
  await done;
  waiting.delete(id);
}

const app = express().disable('x-powered-by').set('etag', false);
app.use(express.json({ limit: '64kb' }));

app.post('/api/v1/engine/search', async (_request, response) => {
  await redis.bareLimit(`${prefix}:limit:search`);
  const id = randomUUID();
  await searches.insertOne({ ...samples.search.inserted, _id: id });
  await runJob(searchQueue, id, { search_id: id, run: 1, request_id: id });
  await searches.findOne({ _id: id });
  response.json({ ...samples.search.answer, svc_lead_id: id });
});

// No limit: the baseline of results is Express and one indexed read.
app.get('/api/v1/engine/results/:id', async (request, response) => {
  const { id } = request.params;
  await searches.findOne({ _id: id });
  response.json({ ...samples.search.answer, svc_lead_id: id });
});

app.post('/api/v1/engine/leads', async (request, response) => {
  await redis.bareLimit(`${prefix}:limit:submit`);
  const { search_lead_id } = request.body as { search_lead_id: string };
  await searches.findOne({ _id: search_lead_id });
  const id = randomUUID();
  await leads.insertOne({ ...samples.lead.inserted, _id: id });
  await runJob(submitQueue, id, { lead_id: id, search_id: search_lead_id, submission: 1, request_id: id });
  await leads.findOne({ _id: id });
  response.json({ ...samples.lead.answer, svc_lead_id: id });
});

app.post('/api/v1/engine/dupe-check', async (_request, response) => {
  await redis.bareLimit(`${prefix}:limit:dupe-check`);
  await claims.find({ _id: { $in: keysOf(randomUUID(), 2) } }).toArray();
  response.json(samples.dupeCheck.answer);
});

const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  reportReady({ url: `http://127.0.0.1:${port}` });
});
