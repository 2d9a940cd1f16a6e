import type { Offer } from '../../../src/core/catalogue/types.js';
import type { Destinations, PartnerAnswer } from '../../../src/app/ports/destinations.js';
import type { OutboundLead } from '../../../src/core/delivery/outbound-lead.js';
import type { ServicesScript } from './recording-services.js';
import type { DeliveryResult } from '../../../src/core/delivery/delivery-result.js';

/** What a buyer does with a request. `hangs_up`: takes the lead and closes without an answer. */
export type Behaviour =
  'accepted' | 'rejected' | 'duplicate' | 'pending' | 'retry' | 'never_sent' | 'hangs_up' | 'lost';

/** A lead that left for a buyer. */
export interface Sent {
  readonly lead_id: string;
  readonly offer_id: string;
  readonly buyer_id: string;
  /** The consumer, as the buyer knows them. */
  readonly person: Readonly<Record<'email' | 'phone', string>>;
  readonly at: Date;
}

/** One that the buyer took. */
export type Sale = Sent;

export interface BuyersScript extends ServicesScript {
  /** What becomes of the n-th request of the m-th lead (both from 1). Default: accepted. */
  readonly deliver?: (n: number, m: number) => Behaviour;
  /** What becomes of the n-th question about a lead that its buyer has, bought or not yet. Default: accepted. */
  readonly followUp?: (n: number, isSold: boolean) => Behaviour;
  readonly askPartner?: () => PartnerAnswer;
}

/** What a buyer did that may leave a lead unknown, or without a delivery. */
export interface Trouble {
  readonly lead_id: string;
  readonly offer_id: string;
  readonly how: Behaviour;
}

const TROUBLES: readonly Behaviour[] = ['retry', 'never_sent', 'hangs_up', 'lost', 'pending'];

/** What a buyer answers, or does, that takes a lead or may take it later. */
const TAKES: readonly Behaviour[] = ['accepted', 'pending', 'hangs_up'];

const answered = (
  outcome: Extract<DeliveryResult, { kind: 'answered' }>['answer']['outcome'],
  lead: string,
): DeliveryResult => ({
  kind: 'answered',
  status: 200,
  answer: { outcome, reference: lead },
});

/** What the real ones say of a request that may not leave any more. */
const TOO_LATE: DeliveryResult = {
  kind: 'never_sent',
  detail: 'too late',
  internal_fault: 'deadline_passed',
};

/**
 * Buyers and partners that record what they received and accepted: the truth that our records are compared with. A buyer
 * whose offer says that it knows an Idempotency-Key again keeps its word. None knows what another one got.
 */
export function recordingBuyers(script: BuyersScript, clock: () => Date) {
  const sales: Sale[] = [];
  const received: Sent[] = [];
  const troubles: Trouble[] = [];
  const requests = new Map<string, number>();
  const questions = new Map<string, number>();
  /** What a buyer said "no" to, as its own duplicate or for another reason, stays so, whoever asks. */
  const refused = new Set<string>();
  /** Whoever answered a request for a lead otherwise than "try again", which says that it did nothing with the lead. */
  const kept = new Set<string>();
  /** Under which keys a buyer got a lead. */
  const keys = new Map<string, Set<string>>();
  const nameOf = ({ lead_id, buyer_id }: Sent): string => `${buyer_id} ${lead_id}`;

  const isSold = (sent: Sent): boolean => sales.some((sale) => nameOf(sale) === nameOf(sent));

  const answer = (behaviour: Behaviour, sent: Sent, again: boolean): DeliveryResult => {
    const { lead_id, offer_id } = sent;
    if (TROUBLES.includes(behaviour)) troubles.push({ lead_id, offer_id, how: behaviour });
    if (behaviour === 'rejected' || (behaviour === 'duplicate' && !isSold(sent))) refused.add(nameOf(sent));
    if (behaviour === 'never_sent') return { kind: 'never_sent', detail: 'ECONNREFUSED' };
    if (behaviour === 'lost') return { kind: 'unknown', detail: 'a time-out' };
    if ((behaviour === 'accepted' || behaviour === 'hangs_up') && !again)
      sales.push({ ...sent, at: clock() });
    if (behaviour === 'hangs_up') return { kind: 'unknown', detail: 'closed without an answer' };
    return answered(behaviour, lead_id);
  };

  const destinations: Destinations = {
    deliver(offer, lead, key, { by, whyNot }) {
      if (clock() > by) return Promise.resolve(TOO_LATE);
      const detail = whyNot();
      if (detail !== undefined)
        return Promise.resolve({ kind: 'never_sent', detail, internal_fault: 'withdrawn' });
      const sent = sentOf(offer, lead, clock());
      const n = countOf(requests, sent.lead_id);
      const m = [...requests.keys()].indexOf(sent.lead_id) + 1;
      const scripted = script.deliver?.(n, m) ?? 'accepted';
      // It may have called back with its "no", unheard, after an answer of "try again" that could not be stored.
      const behaviour = refused.has(nameOf(sent)) && TAKES.includes(scripted) ? 'rejected' : scripted;
      if (behaviour !== 'never_sent') received.push(sent);
      if (behaviour !== 'never_sent' && behaviour !== 'retry') kept.add(nameOf(sent));
      const known = keys.get(nameOf(sent)) ?? new Set();
      const again = offer.delivery.idempotent && known.has(key) && isSold(sent);
      keys.set(nameOf(sent), known.add(key));
      const decides = behaviour === 'rejected' || behaviour === 'duplicate' || behaviour === 'pending';
      return Promise.resolve(answer(again && decides ? 'accepted' : behaviour, sent, again));
    },
    followUp({ buyer }, reference) {
      const has = ({ lead_id, buyer_id }: Sent): boolean => lead_id === reference && buyer_id === buyer.id;
      const sent = received.find(has);
      if (!sent) return Promise.resolve(answered('rejected', reference));
      const again = isSold(sent);
      const behaviour = script.followUp?.(countOf(questions, reference), again) ?? 'accepted';
      const isRefused = behaviour === 'accepted' && refused.has(nameOf(sent));
      return Promise.resolve(answer(isRefused ? 'rejected' : behaviour, sent, again));
    },
    readCallback: () => Promise.resolve({ detail: 'read by the flow itself' }),
    askPartner: () => Promise.resolve(script.askPartner?.() ?? { kind: 'answered', results: [], faults: [] }),
  };
  /** A buyer that has the lead decides to buy it, and is about to say so by itself. */
  const buys = (leadId: string): void => {
    const sent = received.find(({ lead_id }) => lead_id === leadId);
    if (sent && !sales.some(({ lead_id }) => lead_id === leadId)) answer('accepted', sent, false);
  };
  /** A buyer decides that it will not buy a lead, if it has it. */
  const refuses = (leadId: string): void => {
    for (const sent of received) if (sent.lead_id === leadId) refused.add(nameOf(sent));
  };
  /** Whether a buyer got a lead and did nothing with it: it said "try again" each time. */
  const gaveBack = (leadId: string): boolean => {
    const sent = received.find(({ lead_id }) => lead_id === leadId);
    return sent !== undefined && !kept.has(nameOf(sent));
  };
  /** Whether a buyer has said "no" to this lead. */
  const hasRefused = (leadId: string): boolean =>
    received.some((sent) => sent.lead_id === leadId && refused.has(nameOf(sent)));
  return { destinations, sales, received, troubles, buys, refuses, hasRefused, gaveBack };
}

function countOf(counts: Map<string, number>, name: string): number {
  const n = (counts.get(name) ?? 0) + 1;
  counts.set(name, n);
  return n;
}

function sentOf(offer: Offer, { lead_id = '', lead }: OutboundLead, at: Date): Sent {
  const { email = '', phone = '' } = (lead['personal'] ?? {}) as { email?: string; phone?: string };
  return { lead_id, offer_id: offer.id, buyer_id: offer.buyer.id, person: { email, phone }, at };
}
