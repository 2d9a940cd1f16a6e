import type { FindingsReader } from '../../src/app/alerts/read-findings.js';
import { alertSending } from '../../src/app/alerts/send-alerts.js';
import { createLaneServer } from '../../src/app/outbox/serve-lanes.js';
import { createAlertRunner, type AlertRunner, type RunAlertsPorts } from '../../src/app/alerts/take-turns.js';
import type { Finding, Severity } from '../../src/core/alerts/finding.js';
import type { AlertChannel, AlertSettings } from '../../src/core/alerts/settings.js';
import { EMPTY_CATALOGUE } from '../../src/core/catalogue/types.js';
import { createAlertStore } from '../../src/platform/mongo/alerts/alert-store.js';
import { createLeases } from '../../src/platform/mongo/alerts/leases.js';
import { createOutbox } from '../../src/platform/mongo/outbox/outbox-store.js';
import { createAlertSender } from '../../src/platform/outbound/alert-sender.js';
import { createHttpClient } from '../../src/platform/outbound/http-client.js';
import { createMailer } from '../../src/platform/outbound/mailer.js';
import { startAlertReceivers } from './alert-receivers.js';
import { captureLog } from './captured-log.js';
import { migratedServices } from './services.js';

export const START = new Date('2026-11-20T12:00:00Z');
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;

export const finding = (name: string, severity: Severity = 'urgent'): Finding => ({
  ...{ id: `breaker_open|offer|${name}`, rule: 'breaker_open', severity, since: START, count: 1 },
  subject: { kind: 'offer', id: name, name },
  ...{ sentence: `Requests to ${name} fail.`, value: 1, threshold: 1, unit: 'ms' },
});

const NO_SETTINGS: AlertSettings = { thresholds: {}, channels: [] };

/** Consoles that evaluate what a test finds, in its time, with real stores and real receivers. */
export async function startAlertWorld() {
  const services = migratedServices();
  const connection = await services.migrated();
  const receivers = await startAlertReceivers();
  const stores = {
    alerts: createAlertStore(connection),
    outbox: createOutbox(connection),
    leases: createLeases(connection),
  };
  const now = {
    time: START,
    found: [] as readonly Finding[],
    settings: NO_SETTINGS,
    /** Those of a catalogue that the processes have not seen yet. */
    newerSettings: undefined as AlertSettings | undefined,
    log: captureLog(),
  };
  const catalogue = {
    current: () => ({ ...EMPTY_CATALOGUE, alerts: now.settings }),
    refresh() {
      if (now.newerSettings) now.settings = now.newerSettings;
      return Promise.resolve();
    },
  };
  const clock = (): Date => now.time;
  const findings: FindingsReader = {
    read: () =>
      Promise.resolve({
        ...{ at: now.time, findings: now.found, sightings: new Map<string, Date>() },
        known: new Set(['breaker_open']),
        unclear: new Set(),
      }),
  };
  const senderOf = (env: NodeJS.ProcessEnv = {}, allow = ['127.0.0.0/8'], mail = receivers.smtpUrl) =>
    createAlertSender({
      client: createHttpClient({ outboundAllow: allow }),
      mail: createMailer(mail === '' ? undefined : mail, 'leadkeep@example.com'),
      env,
      consoleUrl: 'https://console.example.com',
    });
  const newConsole = (owner: string, over: Partial<RunAlertsPorts> = {}): AlertRunner =>
    createAlertRunner({
      ...{ findings, catalogue, owner, clock, log: now.log.log, sender: senderOf(), ...stores, ...over },
      sendDigests: over.sendDigests ?? (() => Promise.resolve()),
    });
  const deliver = async (sender = senderOf()): Promise<void> => {
    const { outbox } = stores;
    const { log } = now.log;
    const pause = () => Promise.resolve();
    const server = createLaneServer(
      { outbox, clock, log, pause, random: () => 0 },
      alertSending({ sender, catalogue, clock, log }),
    );
    await server.look();
    await server.idle();
  };
  return {
    ...{ services, connection, receivers, stores, now, senderOf, newConsole, deliver },
    /** Time passes, and each console has its turns: every 15 seconds, but in hours every five minutes. */
    async pass(ms: number, consoles: readonly AlertRunner[], sender = senderOf()): Promise<void> {
      const end = now.time.getTime() + ms;
      while (now.time.getTime() < end) {
        now.time = new Date(now.time.getTime() + (ms < 60 * MINUTE ? 15 * SECOND : 5 * MINUTE));
        for (const each of consoles) await each.turn();
        await deliver(sender);
      }
    },
    /** What waits for channels or was given up, with the last try that failed. */
    async subjects() {
      const counts = await stores.outbox.counts(START);
      const lanes = await stores.outbox.readLanes(counts.map(({ lane }) => lane));
      return counts.map((one) => ({ ...one, last: lanes.find(({ id }) => id === one.lane)?.last }));
    },
    texts: () =>
      receivers.heard.map(({ path, body }) => `${path} ${(JSON.parse(body) as { text: string }).text}`),
    webhook: (
      path: string,
      over: Partial<AlertChannel> = {},
      kind: 'slack' | 'webhook' = 'slack',
    ): AlertChannel => ({
      ...{ name: path.slice(1), least: 'note', ...over },
      via: over.via ?? { kind, url: `${receivers.url}${path}`, headers: {}, insecure_http: true },
    }),
    /** Everything as in the beginning, for the next test. */
    async reset(): Promise<void> {
      for (const name of ['alerts', 'alert_mutes', 'outbox', 'outbox_lanes', 'leases'])
        await connection.collection(name).deleteMany({});
      receivers.mails.length = 0;
      receivers.heard.length = 0;
      receivers.misbehave({});
      Object.assign(now, { time: START, found: [], settings: NO_SETTINGS, log: captureLog() });
      now.newerSettings = undefined;
    },
    async close(): Promise<void> {
      await receivers.close();
      await services.close();
    },
  };
}

export type AlertWorld = Awaited<ReturnType<typeof startAlertWorld>>;
