import type { Catalogue, Offer } from '../../core/catalogue/types.js';
import { noticeDestination } from '../../core/destination-gate/destination.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { OutboxMessage } from '../../core/outbox/outbox-message.js';
import {
  buyersWith,
  type NoticeContent,
  type NoticePerson,
  type OutboundNotice,
} from '../../core/person/buyer-notice.js';
import { findReceiver } from '../outbox/find-receiver.js';
import type { Sending } from '../outbox/serve-lanes.js';
import { enterOrWait, release } from '../destination-gate/ask-gate.js';
import type { FreshCatalogue } from '../ports/catalogue-source.js';
import type { NoticeSender, NoticeTarget } from '../ports/notice-store.js';
import type { Sent } from '../ports/outbox.js';
import type { Sealer } from '../ports/sealer.js';
import type { WorkPorts } from '../ports/work-ports.js';

export interface SendNoticesPorts extends Pick<WorkPorts, 'clock' | 'gate' | 'log'> {
  readonly catalogue: FreshCatalogue;
  readonly leads: Pick<WorkPorts['leads'], 'read'>;
  readonly sealer: Pick<Sealer, 'open'>;
  readonly sender: NoticeSender;
}

const EVENTS = { revocation: 'revoked', erasure: 'erased' } as const;

/** Tells buyers. One without an address is left to the operators. */
export const noticeSending = (ports: SendNoticesPorts): Sending => ({
  batch: { subjects: 10, messages: 1 },
  giveUpMs: 3 * 86_400_000,
  givenUp: 'its address has not answered for three days: tell it by hand',
  leaseMs: 90_000,
  send: ([message]) => sendOne(ports, message, message.content as NoticeContent),
});

const NOTHING_TO_TELL: Sent = { ok: true, detail: 'the lead did not leave for this buyer' };

async function sendOne(
  ports: SendNoticesPorts,
  { id }: OutboxMessage,
  content: NoticeContent,
): Promise<Sent> {
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
  return sendThroughGate(ports, target, { id, content, person, offer });
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
  readonly id: string;
  readonly content: NoticeContent;
  readonly person: NoticePerson;
  readonly offer: Offer | undefined;
}

async function sendThroughGate(
  ports: SendNoticesPorts,
  target: NoticeTarget,
  { id, content, person, offer }: Opened,
): Promise<Sent> {
  const destination = noticeDestination(target.buyer_id, content.event, target.endpoint, content.is_test);
  const admission = await enterOrWait(ports, destination, id);
  if (admission.outcome === 'wait') {
    const { why, for_ms } = admission;
    const lane_waits = why === 'destination_down' ? 'down' : 'full';
    return { ok: false, detail: why, held_ms: for_ms, lane_waits };
  }
  const began = ports.clock().getTime();
  const { sent, health } = await ports.sender.tell(target, outboundNotice(content, person, offer), id);
  const duration_ms = ports.clock().getTime() - began;
  const outcome = sent.ok ? 'told' : 'failed';
  await release(ports, destination, id, { health, outcome, duration_ms, detail: sent.detail });
  return sent;
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
