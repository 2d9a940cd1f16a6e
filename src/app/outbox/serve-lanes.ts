import { isProbing, openUntil } from '../../core/outbox/lane.js';
import type { DeliveryAttempt } from '../../core/outbox/outbox-message.js';
import { nextTry } from '../../core/outbox/retry-schedule.js';
import type { Batch, Outbox, Sent, TakenLane, TakenMessages } from '../ports/outbox.js';
import type { WorkLog } from '../ports/work-ports.js';

/** How the messages of one outbox leave. */
export interface Sending {
  /** What one endpoint gets at once. */
  readonly batch: Batch;
  readonly giveUpMs: number;
  /** What is stored with what waited for too long behind a message that fails. */
  readonly givenUp: string;
  /** How long nobody else takes a lane. Longer than a request and what is stored after it. */
  readonly leaseMs: number;
  /** Sends messages of one subject as one. Never rejects, but for an outage. */
  readonly send: (messages: TakenMessages, lane: string) => Promise<Sent>;
}

export interface LanePorts {
  readonly outbox: Omit<Outbox, 'add' | 'counts' | 'forget' | 'readLanes' | 'pauseLane'>;
  readonly clock: () => Date;
  readonly random: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
  readonly log: Pick<WorkLog, 'warn'>;
}

/** Endpoints that one process serves at once. One that hangs holds a place until its breaker opens. */
const MAX_LANES = 64;
/** After this, other endpoints have their turn. */
const TURN_MS = 10_000;
/** How often messages are looked for of which no lane knows. */
const FORGOTTEN_MS = 60_000;
/** A lane that takes more so soon keeps its turn. */
const SOON_MS = 5_000;

export interface LaneServer {
  /** Takes lanes that are due and begins to serve them. Throws on an outage. */
  look(): Promise<void>;
  /** Waits for the turns that are under way. */
  idle(): Promise<void>;
  /** Serves no further message, and waits for those that are under way. */
  drain(): Promise<void>;
}

/** Sends what is due, each endpoint on its own: one that hangs or fails holds up nobody else. */
export function createLaneServer(ports: LanePorts, sending: Sending): LaneServer {
  const { outbox, clock, log } = ports;
  const served = new Map<string, Promise<void>>();
  const idle = async (): Promise<void> => {
    await Promise.all(served.values());
  };
  let isDraining = false;
  let searched = 0;
  return {
    async look() {
      const room = MAX_LANES - served.size;
      if (isDraining || room <= 0) return;
      const now = clock();
      if (now.getTime() - searched >= FORGOTTEN_MS) {
        await outbox.askForgotten(new Date(now.getTime() - FORGOTTEN_MS), now);
        searched = now.getTime();
      }
      for (const lane of await outbox.takeLanes(now, new Date(now.getTime() + sending.leaseMs), room)) {
        const turn = serveLane(ports, sending, lane, () => isDraining)
          .catch((error: unknown) => {
            log.warn({ err: error, lane: lane.id }, 'an endpoint could not be served, it is tried again');
          })
          .finally(() => served.delete(lane.id));
        served.set(lane.id, turn);
      }
    },
    idle,
    async drain() {
      isDraining = true;
      await idle();
    },
  };
}

/** What a turn has learned of its endpoint. */
interface Heard {
  failures: number;
  delivered_at?: Date;
  /** The newest try, if it did not arrive. */
  last?: DeliveryAttempt;
  /** How long nothing more is taken. */
  waits_ms: number;
  isDown: boolean;
}

/** Sends the due messages of one endpoint, until none is left, its breaker opens, or its turn is over. */
async function serveLane(
  ports: LanePorts,
  sending: Sending,
  lane: TakenLane,
  isOver: () => boolean,
): Promise<void> {
  const { outbox, clock } = ports;
  const { giveUpMs, givenUp, leaseMs } = sending;
  const begun = clock().getTime();
  const heard: Heard = { failures: lane.failures, waits_ms: 0, isDown: false };
  let sent: number;
  do {
    if (heard.waits_ms > 0) await ports.pause(heard.waits_ms);
    heard.waits_ms = 0;
    if (!(await outbox.renewLane(lane, new Date(clock().getTime() + leaseMs)))) return;
    sent = await sendBatch(ports, sending, lane.id, heard);
  } while (
    sent > 0 &&
    heard.waits_ms <= SOON_MS &&
    !isProbing(heard) &&
    !isOver() &&
    clock().getTime() - begun < TURN_MS
  );
  const now = clock();
  const { failures, delivered_at, last, waits_ms, isDown } = heard;
  const open_until = openUntil(failures, now);
  // What waits behind a message that fails is parked with it in the end.
  if (open_until || isDown)
    await outbox.giveUp(lane.id, new Date(now.getTime() - giveUpMs), {
      ...{ at: now, duration_ms: 0, ok: false, detail: givenUp },
    });
  const next = await outbox.nextDue(lane.id);
  const due_at = next && new Date(Math.max(next.getTime(), now.getTime() + waits_ms));
  const end = {
    ...(open_until && { open_until }),
    ...(due_at && { due_at }),
    ...(delivered_at && { delivered_at }),
    ...(last && { last }),
  };
  await outbox.endLane(lane, { failures, ...end }, now);
}

/** Sends what is due, each subject on its own. Returns how many subjects. */
async function sendBatch(ports: LanePorts, sending: Sending, lane: string, heard: Heard): Promise<number> {
  const { outbox, clock } = ports;
  const now = clock();
  const batch = isProbing(heard) ? { ...sending.batch, subjects: 1 } : sending.batch;
  const taken = await outbox.take(lane, now, new Date(now.getTime() + sending.leaseMs), batch);
  const all = await Promise.allSettled(
    taken.map(async (messages) => {
      hear(heard, await sendOne(ports, sending, lane, messages));
    }),
  );
  const failed = all.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return taken.length;
}

interface Tried {
  readonly sent: Sent;
  readonly attempt: DeliveryAttempt;
}

async function sendOne(
  { outbox, clock, random }: LanePorts,
  { send, giveUpMs }: Sending,
  lane: string,
  messages: TakenMessages,
): Promise<Tried> {
  const at = clock();
  const sent = await send(messages, lane);
  const { ok, status, detail, retry_after_ms: retryAfterMs = 0, final, partly, held_ms, is_noted } = sent;
  const now = clock();
  const [first] = messages;
  const attempt: DeliveryAttempt = {
    ...{ at, duration_ms: now.getTime() - at.getTime(), ok, detail },
    ...(status === undefined ? {} : { status }),
  };
  if (held_ms !== undefined) {
    const isNew = is_noted === true && first.attempts.at(-1)?.detail !== detail;
    await outbox.hold(first, new Date(now.getTime() + held_ms), isNew ? attempt : undefined);
  } else if (ok || partly) await outbox.delivered(messages, attempt);
  else {
    const next = final ? undefined : nextTry(first, { now, random: random(), giveUpMs, retryAfterMs });
    await outbox.failed(first, attempt, next);
  }
  return { sent, attempt };
}

function hear(heard: Heard, { sent, attempt }: Tried): void {
  if (sent.lane_waits) heard.waits_ms = Math.max(heard.waits_ms, sent.held_ms ?? 0);
  if (sent.lane_waits === 'down') heard.isDown = true;
  if (sent.held_ms === undefined || sent.is_noted) {
    if (sent.ok) delete heard.last;
    else heard.last = attempt;
  }
  // Without an address, nothing was tried.
  if (sent.held_ms !== undefined || sent.final) return;
  heard.failures = sent.ok ? 0 : heard.failures + 1;
  if (sent.ok) heard.delivered_at = attempt.at;
}
