import { setTimeout as pause } from 'node:timers/promises';
import { createLaneServer } from '../src/app/outbox/serve-lanes.js';
import { webhookSending } from '../src/app/webhooks/send-webhooks.js';
import { notifyFullCaps } from '../src/app/webhooks/notify-full-caps.js';
import { createHttpClient } from '../src/platform/outbound/http-client.js';
import { createWebhookSender } from '../src/platform/outbound/webhook-sender.js';
import { countParked, webhookMetrics } from '../src/platform/process/metrics/webhook-metrics.js';
import { logRepeated, repeat } from '../src/platform/process/repeat.js';
import { runProcess } from '../src/platform/process/run-process.js';
import { capUses } from './wiring/cap-uses.js';
import { lateNewsPublisher, webhookPorts } from './wiring/webhooks.js';

const LOOK_EVERY_MS = 200;
const LATE_NEWS_EVERY_MS = 2_000;
const CAPS_EVERY_MS = 30_000;
const HOUR_MS = 3_600_000;
const KEPT_MS = 90 * 24 * HOUR_MS;

/** Tells affiliates what happened to their leads. Several may run at once. */
await runProcess('notify', (platform) => {
  const { settings, log, catalogue } = platform;
  const { messages: stored, ...others } = webhookPorts(platform);
  const messages = countParked(platform.metrics, stored);
  const ports = { ...others, messages };
  const { clock } = ports;
  const client = createHttpClient(settings, clock);
  const sender = createWebhookSender(client, process.env, clock, platform.exchanges);
  const onSent = webhookMetrics(platform.metrics, messages);
  const server = createLaneServer(
    { outbox: messages, clock, log, pause, random: Math.random },
    webhookSending({ sender, catalogue, clock, log, onSent }),
  );
  const every = (everyMs: number, what: string, task: () => Promise<unknown>) =>
    repeat({ everyMs, task, onError: logRepeated(log, what) });
  const tasks = [
    // The sweepers do this, with all else that a lead owes. Endpoints are told without them too.
    every(LATE_NEWS_EVERY_MS, 'publishing the late news of leads', lateNewsPublisher(platform)),
    every(LOOK_EVERY_MS, 'looking for endpoints to tell', () => server.look()),
    every(CAPS_EVERY_MS, 'telling of full caps', () =>
      notifyFullCaps({ ...ports, uses: capUses(platform), catalogue }),
    ),
    every(HOUR_MS, 'forgetting old messages', () => messages.forget(new Date(Date.now() - KEPT_MS))),
  ];
  return Promise.resolve(async () => {
    await Promise.all(tasks.map((task) => task.drain()));
    await server.drain();
    await client.close();
  });
});
