import { alertsToSend, nextAlerts, owedNotices, type Alert } from '../../core/alerts/alert.js';
import { alertSettingsOf } from '../../core/alerts/settings.js';
import { messagesOf } from '../../core/alerts/channel-alert.js';
import type { AlertStore } from '../ports/alert-store.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import type { Outbox } from '../ports/outbox.js';
import type { FindingsReader } from './read-findings.js';

export interface UpdateAlertsPorts {
  readonly findings: FindingsReader;
  readonly alerts: AlertStore;
  readonly outbox: Pick<Outbox, 'add' | 'forget'>;
  readonly catalogue: CatalogueSource;
}

/**
 * Compares what is found with the stored alerts, and puts what is to be told into the outbox. First it is stored that an
 * alert owes a notice, then its messages, then that it owes nothing. So a kill loses nothing: the next evaluation tells
 * what is owed, before anything else changes. A message has the id of its notice, and is stored once. Throws on an
 * outage.
 */
export async function updateAlerts(ports: UpdateAlertsPorts): Promise<void> {
  const { findings, alerts } = ports;
  const found = await findings.read();
  const { at } = found;
  const [open, mutes] = await Promise.all([alerts.open(), alerts.mutes(at)]);
  // What ended is told as over before it fires again. Otherwise its end could be told last, while it fires.
  const stored = await tellOwed(ports, open, at);
  const now = await write(alerts, stored, nextAlerts(stored, found));
  await tellOwed(ports, await write(alerts, now, alertsToSend(now, mutes, at)), at);
}

/** Puts what alerts owe into the outbox. Returns the alerts as they are then. */
async function tellOwed(
  { alerts, outbox, catalogue }: UpdateAlertsPorts,
  all: readonly Alert[],
  at: Date,
): Promise<Alert[]> {
  const { channels } = alertSettingsOf(catalogue.current());
  const notices = owedNotices(all);
  await outbox.add(
    notices.flatMap((notice) => messagesOf(notice, channels, at)),
    at,
  );
  return write(
    alerts,
    all,
    notices.map(({ after }) => after),
  );
}

/** Stores those that changed. Returns all as they are then. */
async function write(
  alerts: Pick<AlertStore, 'write'>,
  all: readonly Alert[],
  changed: readonly Alert[],
): Promise<Alert[]> {
  const now = new Map(all.map((alert) => [alert.id, alert]));
  for (const alert of changed) {
    if (await alerts.write(alert)) now.set(alert.id, alert);
    // Another process evaluates too, and was first. It tells of the alert.
    else now.delete(alert.id);
  }
  return [...now.values()];
}
