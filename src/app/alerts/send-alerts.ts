import { channelOfLane, type ChannelAlert } from '../../core/alerts/channel-alert.js';
import { alertSettingsOf } from '../../core/alerts/settings.js';
import { findReceiver, receiverMissing } from '../outbox/find-receiver.js';
import type { Sending } from '../outbox/serve-lanes.js';
import type { AlertSender } from '../ports/alert-sender.js';
import type { FreshCatalogue } from '../ports/catalogue-source.js';
import type { WorkLog } from '../ports/work-ports.js';

interface DeliverAlertsPorts {
  readonly sender: Pick<AlertSender, 'tell'>;
  readonly catalogue: FreshCatalogue;
  readonly clock: () => Date;
  readonly log: Pick<WorkLog, 'warn'>;
}

/** Tells the channels. What came together leaves together, also what came while a channel was away. */
export const alertSending = ({ sender, catalogue, clock, log }: DeliverAlertsPorts): Sending => ({
  batch: { subjects: 1, messages: 50 },
  // After a day, an alert that still fires is told anew anyway.
  giveUpMs: 24 * 3_600_000,
  givenUp: 'given up: the channel has not answered for a day',
  // An e-mail takes longer than a request.
  leaseMs: 90_000,
  async send(messages, lane) {
    const name = channelOfLane(lane);
    const channel = await findReceiver(catalogue, (current) =>
      alertSettingsOf(current).channels.find((each) => each.name === name),
    );
    if (!channel) return receiverMissing('channel', messages[0], clock());
    const sent = await sender.tell(
      channel,
      messages.map(({ content }) => content as ChannelAlert),
    );
    if (sent.partly)
      log.warn({ channel: name, detail: sent.detail }, 'alerts did not reach all receivers of a channel');
    return sent;
  },
});
