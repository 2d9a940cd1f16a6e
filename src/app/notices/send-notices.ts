import type { Catalogue, Offer } from '../../core/catalogue/types.js';
import type { Admission, WaitReason } from '../../core/destination-gate/admission.js';
import { noticeDestination, type Destination } from '../../core/destination-gate/destination.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { OutboxMessage } from '../../core/outbox/outbox-message.js';
import {
  buyersWith,
  type NoticeContent,
  type NoticePerson,
  type OutboundNotice,
} from '../../core/person/buyer-notice.js';
import { deliverDue } from '../outbox/deliver-due.js';
import { findReceiver } from '../outbox/find-receiver.js';
import { enterOrWait, release } from '../destination-gate/ask-gate.js';
import type { FreshCatalogue } from '../ports/catalogue-source.js';
import type { NoticeSender, NoticeStore, NoticeTarget } from '../ports/notice-store.js';
import type { Sent } from '../ports/outbox.js';
import type { Sealer } from '../ports/sealer.js';
import type { WorkPorts } from '../ports/work-ports.js';

export interface SendNoticesPorts extends Pick<WorkPorts, 'clock' | 'random' | 'gate' | 'log'> {
  readonly catalogue: FreshCatalogue;
  readonly notices: NoticeStore;
  readonly leads: Pick<WorkPorts['leads'], 'read'>;
  readonly sealer: Pick<Sealer, 'open'>;
  readonly sender: NoticeSender;
  readonly pause: (ms: number) => Promise<unknown>;
}

/** Then somebody must tell the buyer. */
const GIVE_UP_MS = 3 * 86_400_000;
const AT_ONCE = 20;
/** For so long a notice waits for its turn at the destination gate. One whose turn comes later is put off. */
const AT_GATE_MS = 5_000;
const SHORTEST_MS = 50;
const EVENTS = { revocation: 'revoked', erasure: 'erased' } as const;

/** What one turn did. */
export interface Told {
  readonly notices: number;
  /** There may be more that are due. */
  readonly isMoreDue: boolean;
}

/**
 * Tells buyers what is due. One without an address is left to the operators. Where an address takes no more now, its
 * other notices are put off with those that wait, so that they hold up no other buyer's. Throws on an outage.
 */
export async function sendNotices(ports: SendNoticesPorts): Promise<Told> {
  const held = new Map<string, HeldAddress>();
  const notices = await deliverDue(
    { outbox: ports.notices, clock: ports.clock, random: ports.random },
    {
      ...{ kind: 'notice', giveUpMs: GIVE_UP_MS, batch: { subjects: AT_ONCE, messages: 1 } },
      send: async ([message]) => {
        if (!message) return NOTHING_TO_TELL;
        const content = message.content as NoticeContent;
        const sent = await sendOne(ports, message, content);
        noteHeld(held, message.id, content, sent);
        return sent;
      },
    },
  );
  const now = ports.clock().getTime();
  for (const { longest_ms, is_down, ...of } of held.values()) {
    // What waits behind a breaker for long enough is given up when it is looked at.
    const since = is_down ? { created_since: new Date(now - GIVE_UP_MS) } : {};
    await ports.notices.holdOthers({ ...of, ...since }, new Date(now + longest_ms));
  }
  return { notices, isMoreDue: notices === AT_ONCE };
}

/** An address that takes no more now, and the notices that are put off each until its own turn. */
interface HeldAddress extends Pick<NoticeContent, 'buyer_id' | 'event' | 'is_test'> {
  readonly but: readonly string[];
  readonly longest_ms: number;
  readonly is_down: boolean;
}

/** Notes an address that takes no more now. */
function noteHeld(
  held: Map<string, HeldAddress>,
  id: string,
  { buyer_id, event, is_test }: NoticeContent,
  sent: Sent,
): void {
  if (sent.held_ms === undefined) return;
  const address = `${buyer_id}:${event}:${is_test ? 'test' : 'live'}`;
  const { but = [], longest_ms = 0, is_down = false } = held.get(address) ?? {};
  held.set(address, {
    ...{ buyer_id, event, is_test, but: [...but, id], longest_ms: Math.max(longest_ms, sent.held_ms) },
    is_down: is_down || sent.detail === DOWN,
  });
}

const DOWN: WaitReason = 'destination_down';
const GIVEN_UP: Sent = {
  ...{ ok: false, final: true, detail: 'its address has not answered for three days: tell it by hand' },
};
const NOTHING_TO_TELL: Sent = { ok: true, detail: 'the lead did not leave for this buyer' };

type Message = Pick<OutboxMessage, 'id' | 'created_at'>;

async function sendOne(ports: SendNoticesPorts, message: Message, content: NoticeContent): Promise<Sent> {
  const { event, buyer_id, lead_id, is_test } = content;
  // One that is not stored is a fallback that was never opened.
  const lead = is_test ? undefined : await ports.leads.read(lead_id);
  if (lead === null || (lead && !buyersWith(until(lead, content)).includes(buyer_id))) return NOTHING_TO_TELL;
  const target = await findReceiver(ports.catalogue, (catalogue) => targetOf(catalogue, content));
  if (!target)
    return is_test
      ? { ok: true, detail: 'a test lead, and the buyer has no test_url' }
      : { ok: false, final: true, detail: `the buyer has no ${event} address: tell it by hand` };
  const person =
    content.sealed === undefined ? {} : ((await ports.sealer.open(content.sealed)) as NoticePerson);
  const { offers } = ports.catalogue.current();
  const offer = content.offer_id === undefined ? undefined : offers.get(content.offer_id);
  return sendThroughGate(ports, target, { message, content, person, offer });
}

/** A lead without what was sent since the person asked: it may have been posted again. */
const until = ({ attempts, is_test }: LeadRecord, { submission: last = Infinity }: NoticeContent) => ({
  ...{ is_test, attempts: attempts.filter(({ submission }) => submission <= last) },
});

function targetOf(
  { buyers }: Catalogue,
  { event, buyer_id, is_test }: NoticeContent,
): NoticeTarget | undefined {
  const buyer = buyers.get(buyer_id);
  const endpoint = buyer?.[event];
  const url = is_test ? endpoint?.test_url : endpoint?.url;
  return buyer && endpoint && url !== undefined
    ? { buyer_id, handle: buyer.handle, endpoint, url }
    : undefined;
}

interface Opened {
  readonly message: Message;
  readonly content: NoticeContent;
  readonly person: NoticePerson;
  readonly offer: Offer | undefined;
}

async function sendThroughGate(
  ports: SendNoticesPorts,
  target: NoticeTarget,
  { message: { id, created_at }, content, person, offer }: Opened,
): Promise<Sent> {
  const destination = noticeDestination(target.buyer_id, content.event, target.endpoint, content.is_test);
  const admission = await waitAtGate(ports, destination, id);
  const began = ports.clock().getTime();
  if (admission.outcome === 'wait') {
    // An open breaker lets one of all notices through, so the others would never fail themselves.
    const isGivenUp = admission.why === DOWN && began - created_at.getTime() > GIVE_UP_MS;
    return isGivenUp ? GIVEN_UP : { ok: false, detail: admission.why, held_ms: admission.for_ms };
  }
  const { sent, health } = await ports.sender.tell(target, outboundNotice(content, person, offer), id);
  const duration_ms = ports.clock().getTime() - began;
  const outcome = sent.ok ? 'told' : 'failed';
  await release(ports, destination, id, { health, outcome, duration_ms, detail: sent.detail });
  return sent;
}

/** Waits for a turn that comes soon: a turn of all notices is rare, and a throttle admits one at a time. */
async function waitAtGate(ports: SendNoticesPorts, destination: Destination, id: string): Promise<Admission> {
  let admission = await enterOrWait(ports, destination, id);
  for (let left = AT_GATE_MS; admission.outcome === 'wait' && admission.why !== DOWN;) {
    left -= Math.max(SHORTEST_MS, admission.for_ms);
    if (left < 0) break;
    await ports.pause(admission.for_ms);
    admission = await enterOrWait(ports, destination, id);
  }
  return admission;
}

function outboundNotice(
  { event, lead_id, is_test, at, case: of, reference }: NoticeContent,
  person: NoticePerson,
  offer: Offer | undefined,
): OutboundNotice {
  return {
    ...{ event: EVENTS[event], lead_id, is_test, at: at.toISOString() },
    ...(of === undefined ? {} : { case: of }),
    ...(reference === undefined ? {} : { reference }),
    ...(offer && { offer: { id: offer.id, handle: offer.handle, name: offer.name } }),
    ...(Object.keys(person).length === 0 ? {} : { person }),
  };
}
