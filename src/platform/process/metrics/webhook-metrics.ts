import { Counter, Gauge, type Registry } from 'prom-client';
import type { Sent } from '../../../app/ports/outbox.js';
import type { WebhookMessages } from '../../../app/ports/webhook-store.js';
import { cached } from './readings.js';

/** Registers what a `notify` process measures. Returns the function that is told of each try. */
export function webhookMetrics(
  metrics: Registry,
  messages: Pick<WebhookMessages, 'counts'>,
): (kind: string, sent: Sent) => void {
  const tries = new Counter({
    name: 'leadkeep_webhook_tries_total',
    help: 'Tries to tell affiliates of their leads, by kind (webhook, postback) and whether they arrived',
    labelNames: ['kind', 'arrived'],
    registers: [metrics],
  });
  const readCounts = cached(() => messages.counts(), { clock: () => Date.now() });
  new Gauge({
    name: 'leadkeep_webhook_messages',
    help: 'Messages of webhooks and postbacks that wait, or that were given up within 90 days',
    labelNames: ['state'],
    registers: [metrics],
    async collect() {
      const counts = await readCounts();
      this.reset();
      if (!counts) return;
      this.set(
        { state: 'waiting' },
        counts.reduce((sum, { waiting }) => sum + waiting, 0),
      );
      this.set(
        { state: 'parked' },
        counts.reduce((sum, { parked }) => sum + parked, 0),
      );
    },
  });
  return (kind, { ok }) => {
    tries.inc({ kind, arrived: ok ? 'yes' : 'no' });
  };
}

/**
 * The same messages. What is parked is counted, because the gauge of what is parked also falls: messages are sent again,
 * and end after 90 days.
 */
export function countParked<Messages extends Pick<WebhookMessages, 'failed' | 'giveUp'>>(
  metrics: Registry,
  messages: Messages,
): Messages {
  // Without labels, so that it is 0 before the first one: Prometheus sees no increase to a series that is new.
  const parked = new Counter({
    name: 'leadkeep_webhook_parked_total',
    help: 'Messages of webhooks and postbacks that this process gave up',
    registers: [metrics],
  });
  return {
    ...messages,
    async failed(message, attempt, next) {
      await messages.failed(message, attempt, next);
      if (next === undefined) parked.inc();
    },
    async giveUp(...what) {
      const count = await messages.giveUp(...what);
      parked.inc(count);
      return count;
    },
  };
}
