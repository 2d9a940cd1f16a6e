import { alertSettingsOf } from '../../core/alerts/settings.js';
import { hasElapsed } from '../../core/has-elapsed.js';
import type { Leases } from '../ports/leases.js';
import type { AlertSender } from '../ports/alert-sender.js';
import type { WorkLog } from '../ports/work-ports.js';
import { updateAlerts, type UpdateAlertsPorts } from './update-alerts.js';

export interface RunAlertsPorts extends UpdateAlertsPorts {
  /** Puts the digests that are due into the outbox. */
  readonly sendDigests: (now: Date) => Promise<void>;
  readonly leases: Leases;
  readonly sender: Pick<AlertSender, 'beat'>;
  /** Names this process. */
  readonly owner: string;
  readonly log: Pick<WorkLog, 'warn' | 'info'>;
  readonly clock: () => Date;
}

/** How often `turn` is to be called. */
export const TURN_MS = 5_000;
/** Another process takes over at most this long, and a turn, after a process died. */
const LEASE_MS = 20_000;
/** A heartbeat that did not arrive goes out again after this. Otherwise its receiver would miss a whole one. */
const BEAT_AGAIN_MS = 60_000;
const EVALUATED_EVERY_MS = 15_000;
const DAY_MS = 24 * 3_600_000;
const KEPT_MS = 90 * DAY_MS;
export const LEASE = 'alerts';

/** Evaluates the alerts, if no other process does. */
export interface AlertRunner {
  turn(): Promise<void>;
  /** Lets another process go on at once. */
  end(): Promise<void>;
}

export function createAlertRunner(ports: RunAlertsPorts): AlertRunner {
  const { leases, owner, clock, log, alerts, catalogue, sender } = ports;
  let isMine = false;
  let [evaluatedAt, beatenAt, forgotAt] = [-Infinity, -Infinity, -Infinity];

  /** Only after an evaluation: a console that can't evaluate must be missed. It never delays the next turn. */
  function beat(now: Date): void {
    const { heartbeat } = alertSettingsOf(catalogue.current());
    if (!heartbeat || !hasElapsed(heartbeat.every_ms, beatenAt, now.getTime())) return;
    const at = now.getTime();
    beatenAt = at;
    void sender.beat(heartbeat).then(({ ok, detail }) => {
      if (ok) return;
      log.warn({ detail }, 'the heartbeat of the alerts did not arrive');
      if (beatenAt === at) beatenAt = Math.min(at, at - heartbeat.every_ms + BEAT_AGAIN_MS);
    });
  }

  return {
    async turn() {
      const now = clock();
      const had = isMine;
      isMine = await leases.take(LEASE, owner, now, new Date(now.getTime() + LEASE_MS));
      if (isMine !== had)
        log.info({}, isMine ? 'evaluates the alerts' : 'another console evaluates the alerts');
      if (!isMine || !hasElapsed(EVALUATED_EVERY_MS, evaluatedAt, now.getTime())) return;
      evaluatedAt = now.getTime();
      await updateAlerts(ports);
      beat(now);
      if (hasElapsed(DAY_MS, forgotAt, now.getTime())) {
        forgotAt = now.getTime();
        const before = new Date(now.getTime() - KEPT_MS);
        await alerts.forget(before);
        await ports.outbox.forget(before);
      }
      await ports.sendDigests(now);
    },
    async end() {
      if (isMine) await leases.release(LEASE, owner);
    },
  };
}
