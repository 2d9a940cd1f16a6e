import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { alertSending } from '../app/alerts/send-alerts.js';
import { sendDigests } from '../app/alerts/send-digests.js';
import { createAlertRunner, TURN_MS } from '../app/alerts/take-turns.js';
import { createTurns } from '../app/operators/turns.js';
import { createLaneServer } from '../app/outbox/serve-lanes.js';
import { mailView } from '../app/saved-views/mail-views.js';
import { oweViewMails } from '../app/saved-views/owe-mails.js';
import { createAlertSender } from '../platform/outbound/alert-sender.js';
import { createHttpClient } from '../platform/outbound/http-client.js';
import { createMailer } from '../platform/outbound/mailer.js';
import { consoleAddress } from '../platform/process/console-settings.js';
import type { Platform } from '../platform/process/platform.js';
import { logRepeated, repeat } from '../platform/process/repeat.js';
import { openFindings } from './open-findings.js';

/** Evaluates the alerts, tells of them, and mails saved views, from now on. Resolves with a function that ends it. */
export function startAlerts(platform: Platform, clock: () => Date = () => new Date()): () => Promise<void> {
  const { settings, catalogue, log, clockWatch, stores } = platform;
  const client = createHttpClient(settings, clock);
  const mail = createMailer(settings.smtpUrl, settings.smtpFrom);
  const sender = createAlertSender({ client, mail, env: process.env, consoleUrl: consoleAddress(settings) });
  const { alerts, outbox, leases, versions, timedChanges, reports, rollups, savedViews, people } = stores;
  const reporting = { catalogue: versions, reports, rollups, clock };
  const findings = openFindings(platform, clock);
  const digest = { alerts, outbox, catalogue, versions, timedChanges, reporting };
  const digestsSent = new Map<string, string>();
  const runner = createAlertRunner({
    ...{ findings, alerts, outbox, leases, catalogue, sender, log, clock },
    sendDigests: (now) => sendDigests(digest, digestsSent, now),
    owner: `console-${randomUUID()}`,
  });
  const alert = alertSending({ sender, catalogue, clock, log });
  const consoleUrl = consoleAddress(settings);
  const takeTurn = createTurns(1);
  const view = mailView({ savedViews, people, reporting, takeTurn, sendMail: mail, clock, consoleUrl });
  const server = createLaneServer(
    { outbox, clock, log, pause, random: Math.random },
    {
      ...alert,
      send: (messages, lane) => (messages[0].kind === 'view' ? view : alert.send)(messages, lane),
    },
  );
  // By a wrong clock, whatever waits is found late, or nothing is.
  const every = (what: string, task: () => Promise<unknown>) =>
    repeat({
      everyMs: TURN_MS,
      task: async () => (clockWatch.fault() === undefined ? task() : undefined),
      onError: logRepeated(log, what),
    });
  const tasks = [
    every('evaluating the alerts', () => runner.turn()),
    every('mailing saved views', () => oweViewMails({ savedViews, outbox, clock })),
    every('telling of alerts', () => server.look()),
  ];
  return async () => {
    await Promise.all(tasks.map((task) => task.drain()));
    await server.drain();
    await runner.end().catch(() => undefined);
    await client.close();
  };
}
