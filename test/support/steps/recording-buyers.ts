import type {
  Delivered,
  Destinations,
  OutboundLead,
  PartnerAnswer,
} from '../../../src/core/ports/destinations.js';

/** What a buyer does with a request. `hangs_up`: takes the lead and closes without an answer. */
export type Behaviour =
  'accepted' | 'rejected' | 'duplicate' | 'pending' | 'retry' | 'never_sent' | 'hangs_up' | 'lost';

export interface Sale {
  readonly lead_id: string;
  readonly offer_id: string;
  /** The consumer, as the buyer knows them. */
  readonly person: string;
  readonly at: Date;
}

export interface BuyersScript {
  /** What becomes of the n-th request of the m-th lead (both from 1). Default: accepted. */
  readonly deliver?: (n: number, m: number) => Behaviour;
  /** What becomes of the n-th question about a lead. Default: accepted. */
  readonly followUp?: (n: number) => Behaviour;
  readonly askPartner?: () => PartnerAnswer;
  /** The buyer keeps its promise that the same Idempotency-Key is one lead. */
  readonly idempotent?: boolean;
}

const answered = (
  outcome: Extract<Delivered, { kind: 'answered' }>['answer']['outcome'],
  lead: string,
): Delivered => ({
  kind: 'answered',
  status: 200,
  answer: { outcome, reference: lead },
});

/** What the real ones say of a request that may not leave any more. */
const TOO_LATE: Delivered = { kind: 'never_sent', detail: 'too late', ours: 'late' };

/** Buyers and partners that record what they received and accepted: the truth that our records are compared with. */
export function recordingBuyers(script: BuyersScript, clock: () => Date) {
  const sales: Sale[] = [];
  const received: OutboundLead[] = [];
  const requests = new Map<string, number>();
  const questions = new Map<string, number>();
  const accepted = new Set<string>();

  const answer = (behaviour: Behaviour, lead: OutboundLead, again: boolean): Delivered => {
    const { lead_id = '', offer } = lead;
    if (behaviour === 'never_sent') return { kind: 'never_sent', detail: 'ECONNREFUSED' };
    if (behaviour === 'lost') return { kind: 'unknown', detail: 'a time-out' };
    if ((behaviour === 'accepted' || behaviour === 'hangs_up') && !again)
      sales.push({ lead_id, offer_id: offer.id, person: personOf(lead), at: clock() });
    if (behaviour === 'hangs_up') return { kind: 'unknown', detail: 'closed without an answer' };
    return answered(behaviour, lead_id);
  };

  const destinations: Destinations = {
    deliver(_offer, lead, key, sendBy) {
      if (clock() > sendBy) return Promise.resolve(TOO_LATE);
      const n = countOf(requests, lead.lead_id ?? '');
      const m = [...requests.keys()].indexOf(lead.lead_id ?? '') + 1;
      const behaviour = script.deliver?.(n, m) ?? 'accepted';
      if (behaviour !== 'never_sent') received.push(lead);
      const again = script.idempotent === true && accepted.has(key);
      if (behaviour === 'accepted' || behaviour === 'hangs_up') accepted.add(key);
      const decides = behaviour === 'rejected' || behaviour === 'duplicate' || behaviour === 'pending';
      return Promise.resolve(answer(again && decides ? 'accepted' : behaviour, lead, again));
    },
    followUp(_offer, reference) {
      const behaviour = script.followUp?.(countOf(questions, reference)) ?? 'accepted';
      const lead = received.find(({ lead_id }) => lead_id === reference);
      const again = sales.some(({ lead_id }) => lead_id === reference);
      return Promise.resolve(lead ? answer(behaviour, lead, again) : answered('rejected', reference));
    },
    readCallback: () => Promise.resolve({ detail: 'read by the flow itself' }),
    askPartner: () => Promise.resolve(script.askPartner?.() ?? { kind: 'answered', results: [], faults: [] }),
  };
  /** A buyer that has the lead decides to buy it, and is about to say so by itself. */
  const buys = (leadId: string): void => {
    const lead = received.find(({ lead_id }) => lead_id === leadId);
    if (lead && !sales.some(({ lead_id }) => lead_id === leadId)) answer('accepted', lead, false);
  };
  return { destinations, sales, received, buys };
}

function countOf(counts: Map<string, number>, name: string): number {
  const n = (counts.get(name) ?? 0) + 1;
  counts.set(name, n);
  return n;
}

/** The e-mail address: every person of these tests has one and no two share it. */
const personOf = ({ lead }: OutboundLead): string =>
  String((lead['personal'] as { email?: string } | undefined)?.email);
