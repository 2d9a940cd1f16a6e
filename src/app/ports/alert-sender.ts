import type { AlertChannel, Heartbeat } from '../../core/alerts/settings.js';
import type { ToldAlert } from '../../core/alerts/told-alert.js';
import type { Sent } from './outbox.js';

/** How alerts leave. No method rejects: a failure is data. */
export interface AlertSender {
  /** Tells a channel of some alerts in one message. */
  tell(channel: AlertChannel, alerts: readonly ToldAlert[]): Promise<Sent>;
  /** Says outside that the alerts are evaluated. */
  beat(heartbeat: Heartbeat): Promise<Sent>;
}
