import type { Catalogue } from '../../core/catalogue/types.js';
import { endpointsOf, type Endpoint } from '../../core/webhooks/endpoints.js';
import { isProbing, openUntil } from '../../core/webhooks/lane.js';
import type { OutboxMessage } from '../../core/outbox/outbox-message.js';
import { deliverDue } from '../outbox/deliver-due.js';
import { findReceiver, receiverMissing } from '../outbox/find-receiver.js';
import type { FreshCatalogue } from '../ports/catalogue-source.js';
import type { Sent } from '../ports/outbox.js';
import type { WebhookSender } from '../ports/webhook-sender.js';
import type { TakenLane, WebhookLanes, WebhookMessages } from '../ports/webhook-store.js';
import type { WorkLog } from '../ports/work-ports.js';

export interface ServePorts {
  readonly messages: WebhookMessages;
  readonly lanes: WebhookLanes;
  readonly sender: WebhookSender;
  readonly catalogue: FreshCatalogue;
  readonly clock: () => Date;
  readonly random: () => number;
  readonly log: Pick<WorkLog, 'warn' | 'error'>;
  /** Told of each try. */
  readonly onSent?: (kind: OutboxMessage['kind'], sent: Sent) => void;
}

/** Endpoints that one process serves at once. One that hangs holds a place until its breaker opens. */
const MAX_LANES = 64;
/** Messages that one endpoint gets at once, each about another lead. */
const AT_ONCE = 10;
/** Longer than a request and what is stored after it. */
const LEASE_MS = 20_000;
/** After this, other endpoints have their turn. */
const TURN_MS = 10_000;
/** Whether the key of a message is there is looked at again after this. */
const KEY_MS = 60_000;
const GIVE_UP_MS = 3 * 24 * 3_600_000;
const GIVEN_UP = 'given up: the endpoint has not answered for three days';

export interface LaneServer {
  /** Takes lanes that are due and begins to serve them. Throws on an outage. */
  look(): Promise<void>;
  /** Serves no further message, and waits for those that are under way. */
  drain(): Promise<void>;
}

/** Sends what is due, each endpoint on its own: one that hangs or fails holds up nobody else. */
export function createLaneServer(ports: ServePorts): LaneServer {
  const { lanes, clock, log } = ports;
  const served = new Map<string, Promise<void>>();
  let isDraining = false;
  return {
    async look() {
      const room = MAX_LANES - served.size;
      if (isDraining || room <= 0) return;
      const now = clock();
      for (const lane of await lanes.take(now, new Date(now.getTime() + LEASE_MS), room)) {
        const turn = serveLane(ports, lane, () => isDraining)
          .catch((error: unknown) => {
            log.warn({ err: error, lane: lane.id }, 'an endpoint could not be served, it is tried again');
          })
          .finally(() => served.delete(lane.id));
        served.set(lane.id, turn);
      }
    },
    async drain() {
      isDraining = true;
      await Promise.all(served.values());
    },
  };
}

/** Sends the due messages of one endpoint, until none is left, its breaker opens, or its turn is over. */
async function serveLane(ports: ServePorts, lane: TakenLane, isOver: () => boolean): Promise<void> {
  const { messages, lanes, clock } = ports;
  const begun = clock().getTime();
  let { failures } = lane;
  let delivered_at: Date | undefined;
  const heard = (sent: Sent): void => {
    failures = sent.ok ? 0 : failures + 1;
    if (sent.ok) delivered_at = clock();
  };
  let sent: number;
  do {
    const now = clock();
    if (!(await lanes.renew(lane, new Date(now.getTime() + LEASE_MS)))) return;
    sent = await deliverBatch(ports, lane.id, isProbing({ failures }) ? 1 : AT_ONCE, heard);
  } while (sent > 0 && !isProbing({ failures }) && !isOver() && clock().getTime() - begun < TURN_MS);
  const now = clock();
  const open_until = openUntil(failures, now);
  if (open_until) await giveUpOld(ports, lane.id, now);
  const due_at = await messages.nextDue(lane.id);
  const end = {
    ...(open_until && { open_until }),
    ...(due_at && { due_at }),
    ...(delivered_at && { delivered_at }),
  };
  await lanes.end(lane, { failures, ...end }, now);
}

const NOTHING_TO_SEND: Sent = { ok: true, detail: 'no message' };

function deliverBatch(
  { messages, sender, catalogue, clock, random, log, onSent }: ServePorts,
  lane: string,
  subjects: number,
  heard: (sent: Sent) => void,
): Promise<number> {
  const kind = lane.startsWith('webhook:') ? 'webhook' : 'postback';
  return deliverDue(
    { outbox: messages, clock, random },
    {
      ...{ kind, lane, leaseMs: LEASE_MS, giveUpMs: GIVE_UP_MS, batch: { subjects, messages: 1 } },
      async send([message]) {
        if (!message) return NOTHING_TO_SEND;
        const endpoint = await findReceiver(catalogue, (current) => ownEndpoint(current, lane, message));
        if (!endpoint) return receiverMissing('endpoint', message, clock());
        const { id, lacks_key: key } = message;
        if (key !== undefined) {
          log.warn({ lane, message: id, key }, 'a message waits for a data key, it is tried again');
          return { ok: false, detail: `waits: DATA_KEYS lacks ${key}`, held_ms: KEY_MS, is_noted: true };
        }
        const sent = await sender.send(endpoint, message);
        heard(sent);
        onSent?.(kind, sent);
        return sent;
      },
    },
  );
}

/** Undefined also if a campaign has gone to another affiliate, who must not hear of the leads of the one before. */
function ownEndpoint(
  catalogue: Catalogue,
  lane: string,
  { affiliate_id }: OutboxMessage,
): Endpoint | undefined {
  const endpoint = endpointsOf(catalogue).get(lane);
  return endpoint?.affiliate_id === affiliate_id ? endpoint : undefined;
}

/** What waits behind a message that fails is parked with it in the end. */
async function giveUpOld({ messages }: ServePorts, lane: string, now: Date): Promise<void> {
  const attempt = { at: now, duration_ms: 0, ok: false, detail: GIVEN_UP };
  await messages.giveUp(lane, new Date(now.getTime() - GIVE_UP_MS), attempt);
}
