import type { DeliveryAttempt, MessageKind, OutboxMessage } from '../../core/outbox/outbox-message.js';
import { nextTry } from '../../core/outbox/retry-schedule.js';
import type { Batch, Outbox, Sent } from '../ports/outbox.js';

/** How the messages of one kind leave. */
export interface Delivery {
  readonly kind: MessageKind;
  /** Only messages of this lane. Absent: of all. */
  readonly lane?: string;
  /** How long nobody else takes what is taken. Absent: 90 s. It must be longer than `send` may take. */
  readonly leaseMs?: number;
  readonly batch: Batch;
  readonly giveUpMs: number;
  /** Sends messages of one subject as one. Never rejects. */
  readonly send: (messages: readonly OutboxMessage[]) => Promise<Sent>;
}

interface DeliverPorts {
  readonly outbox: Pick<Outbox, 'take' | 'delivered' | 'failed' | 'hold'>;
  readonly clock: () => Date;
  readonly random: () => number;
}

/** A request takes 20 s at most, and an e-mail not much longer. */
const LEASE_MS = 90_000;

/** Sends what is due, each subject on its own: one that hangs or fails holds nobody else up. Throws on an outage. */
export async function deliverDue(ports: DeliverPorts, delivery: Delivery): Promise<number> {
  const { outbox, clock } = ports;
  const now = clock();
  const { kind, lane, batch, leaseMs = LEASE_MS } = delivery;
  const taken = await outbox.take(kind, now, new Date(now.getTime() + leaseMs), batch, lane);
  const all = await Promise.allSettled(taken.map((messages) => deliverOne(ports, delivery, messages)));
  const failed = all.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return taken.length;
}

async function deliverOne(
  { outbox, clock, random }: DeliverPorts,
  { send, giveUpMs }: Delivery,
  messages: readonly OutboxMessage[],
): Promise<void> {
  const at = clock();
  const sent = await send(messages);
  const { ok, status, detail, retry_after_ms: retryAfterMs = 0, final, partly, held_ms, is_noted } = sent;
  const now = clock();
  const [first] = messages;
  const attempt: DeliveryAttempt = {
    ...{ at, duration_ms: now.getTime() - at.getTime(), ok, detail },
    ...(status === undefined ? {} : { status }),
  };
  if (held_ms !== undefined) {
    const isNew = is_noted === true && first?.attempts.at(-1)?.detail !== detail;
    if (first) await outbox.hold(first, new Date(now.getTime() + held_ms), isNew ? attempt : undefined);
    return;
  }
  if (ok || partly) await outbox.delivered(messages, attempt);
  else if (first) {
    const next = final ? undefined : nextTry(first, { now, random: random(), giveUpMs, retryAfterMs });
    await outbox.failed(first, attempt, next);
  }
}
