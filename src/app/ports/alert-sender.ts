import type { AlertChannel, Heartbeat } from '../../core/alerts/settings.js';
import type { ChannelAlert } from '../../core/alerts/channel-alert.js';
import type { Sent } from './outbox.js';

/** How alerts leave. No method rejects: a failure is data. */
export interface AlertSender {
  /** Tells a channel of some alerts in one message. */
  tell(channel: AlertChannel, alerts: readonly ChannelAlert[]): Promise<Sent>;
  /** Says outside that the alerts are evaluated. */
  beat(heartbeat: Heartbeat): Promise<Sent>;
}
