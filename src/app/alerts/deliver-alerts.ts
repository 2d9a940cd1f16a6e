import { alertSettingsOf } from '../../core/alerts/settings.js';
import { SUBJECT_PREFIX, type ChannelAlert } from '../../core/alerts/channel-alert.js';
import { deliverDue } from '../outbox/deliver-due.js';
import { findReceiver, receiverMissing } from '../outbox/find-receiver.js';
import type { FreshCatalogue } from '../ports/catalogue-source.js';
import type { Outbox, Sent } from '../ports/outbox.js';
import type { AlertSender } from '../ports/alert-sender.js';
import type { WorkLog } from '../ports/work-ports.js';

export interface DeliverAlertsPorts {
  readonly outbox: Outbox;
  readonly sender: Pick<AlertSender, 'tell'>;
  readonly catalogue: FreshCatalogue;
  readonly clock: () => Date;
  readonly random: () => number;
  readonly log: Pick<WorkLog, 'warn'>;
}

/** What came together leaves together, also what came while a channel was away. */
const BATCH = { subjects: 20, messages: 50 };

/** After a day, an alert that still fires is told anew anyway. */
const GIVE_UP_MS = 24 * 3_600_000;

/** Tells the channels what is due. Throws on an outage. */
export const deliverAlerts = ({ sender, catalogue, log, ...ports }: DeliverAlertsPorts): Promise<number> =>
  deliverDue(ports, {
    kind: 'alert',
    batch: BATCH,
    giveUpMs: GIVE_UP_MS,
    async send(messages): Promise<Sent> {
      const [first] = messages;
      if (!first) return { ok: true, detail: 'no message' };
      const name = first.subject.slice(SUBJECT_PREFIX.length);
      const channel = await findReceiver(catalogue, (current) =>
        alertSettingsOf(current).channels.find((each) => each.name === name),
      );
      if (!channel) return receiverMissing('channel', first, ports.clock());
      const sent = await sender.tell(
        channel,
        messages.map(({ content }) => content as ChannelAlert),
      );
      if (sent.partly)
        log.warn({ channel: name, detail: sent.detail }, 'alerts did not reach all receivers of a channel');
      return sent;
    },
  });
