import { nextAlerts, noticesOf, type Alert } from '../../core/alerts/alert.js';
import { alertSettingsOf } from '../../core/alerts/settings.js';
import { messagesOf } from '../../core/alerts/told-alert.js';
import type { AlertStore } from '../ports/alert-store.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import type { Outbox } from '../ports/outbox.js';
import type { FindingsReader } from './read-findings.js';

export interface EvaluatePorts {
  readonly findings: FindingsReader;
  readonly alerts: AlertStore;
  readonly outbox: Pick<Outbox, 'add' | 'forget'>;
  readonly catalogue: CatalogueSource;
}

/**
 * Compares what is found with the stored alerts, and puts what is to be told into the outbox. First the alert is
 * stored, then its messages, then that it was told. So a kill loses nothing: a message has the id of its notice, and is
 * stored once. Returns how many notices there were. Throws on an outage.
 */
export async function evaluateAlerts({
  findings,
  alerts,
  outbox,
  catalogue,
}: EvaluatePorts): Promise<number> {
  const found = await findings.read();
  const { at } = found;
  const { channels } = alertSettingsOf(catalogue.current());
  const [stored, mutes] = await Promise.all([alerts.open(), alerts.mutes(at)]);
  const now = new Map<string, Alert>(stored.map((alert) => [alert.id, alert]));
  for (const alert of nextAlerts(stored, found)) {
    if (await alerts.write(alert)) now.set(alert.id, alert);
    // Another process evaluates too, and was first. It tells of the alert.
    else now.delete(alert.id);
  }
  const notices = noticesOf([...now.values()], mutes, at);
  await outbox.add(notices.flatMap((notice) => messagesOf(notice, channels, at)));
  for (const { after } of notices) await alerts.write(after);
  return notices.length;
}
