import { mayHaveLeft } from '../consent/evidence.js';
import { attemptsNow, reachedAttempt } from '../delivery/attempt.js';
import { hashPart } from '../lead/identity.js';
import { fieldOf } from '../lead/lead-data.js';
import type { LeadRecord } from '../lead/lead-record.js';
import { isFinal } from '../lead/lead-states.js';

/** What a person asked for, of which the buyers that have the lead are told. */
export type NoticeEvent = 'revocation' | 'erasure';

/** What the buyers of one lead are told. */
export interface NoticeReason {
  readonly event: NoticeEvent;
  readonly at: Date;
  /** Of an erasure: its number, and the operator's number of the case. */
  readonly number?: number;
  readonly case?: string;
  /** The buyer that told us knows already. */
  readonly but?: string;
}

/** The person by plain hashes of the published forms, for a buyer that gave no reference. Sealed while it waits. */
export interface NoticePerson {
  readonly email_sha256?: string;
  readonly phone_sha256?: string;
}

/** One thing that one buyer is told. It holds no person, so that it outlives the erasure. */
export interface NoticeContent {
  readonly event: NoticeEvent;
  readonly lead_id: string;
  readonly buyer_id: string;
  /** The lead's submission when the person asked. */
  readonly submission?: number;
  /** The offer by which the buyer has the lead. Absent: the lead was sent again since, perhaps for another offer. */
  readonly offer_id?: string;
  readonly is_test: boolean;
  /** When the person asked. */
  readonly at: Date;
  readonly case?: string;
  /** The buyer's own name for the lead. */
  readonly reference?: string;
  /**
   * A sealed `NoticePerson`. Absent: there is a reference, or the buyer was told, or its time is over, or the lead was sent
   * again since it got it, perhaps with other data.
   */
  readonly sealed?: string;
  readonly sealed_until?: Date;
}

/** The address that is told, or its test address. */
export const noticeLane = ({ buyer_id, event, is_test }: NoticeContent): string =>
  ['notice', buyer_id, event, ...(is_test ? ['test'] : [])].join(':');

/** After this time the hashes go, told or not. */
export const SEALED_MS = 90 * 86_400_000;
/** How long a told notice stays, as the proof that the buyer was told. */
export const SENT_NOTICE_KEPT_MS = 400 * 86_400_000;

/** A worker that was about to send has sent by then, or sends nothing: the person is suppressed or erased. */
const SETTLED_MS = 60_000;

type Sent = Pick<LeadRecord, 'attempts' | 'is_test'>;

const buyerOf = ({ sent_to }: LeadRecord['attempts'][number]): string => sent_to.buyer_id;

/** The buyers that have a lead, or may have it. */
export const buyersWith = (lead: Sent): string[] =>
  mayHaveLeft(lead)
    ? [...new Set(lead.attempts.filter(({ outcome }) => outcome !== 'never_sent').map(buyerOf))]
    : [];

/** The buyer that gave the lead its reference: the one that answered last. */
export function referencedBy(
  lead: Pick<LeadRecord, 'attempts' | 'submission' | 'reference'>,
): string | undefined {
  const answered = lead.reference === undefined ? undefined : reachedAttempt(lead);
  return answered && buyerOf(answered);
}

/** A submission of a lead, as far as its buyers are told of it. */
export type NoticeLead = Pick<
  LeadRecord,
  'id' | 'submission' | 'state' | 'is_test' | 'attempts' | 'offer_id' | 'reference' | 'lead'
>;

/** What is owed to one buyer. `finds`: it is told the person, by which it must find the lead. */
export interface OwedNotice {
  readonly id: string;
  readonly due_at: Date;
  readonly content: NoticeContent;
  readonly finds: boolean;
}

/**
 * What has to be told of a lead, without the person. `present`: the buyer of its offer now. No buyer learns another one's
 * reference, nor the offer or the person of a submission that it did not get: it knows the lead by our id.
 */
export function noticesOf(
  lead: Omit<NoticeLead, 'lead'>,
  { event, at, number, case: of, but }: NoticeReason,
  present: string | undefined,
): OwedNotice[] {
  const { id: lead_id, offer_id, is_test, reference, submission } = lead;
  const having = buyersWith(lead);
  // It may leave at this moment, so one looks again when that is settled.
  const getting = is_test || !isFinal(lead.state) ? [present ?? []].flat() : [];
  const ofNow = buyersWith({ is_test, attempts: attemptsNow(lead) });
  const buyers = [...new Set([...having, ...getting])].filter((buyer) => buyer !== but);
  const soon = new Date(at.getTime() + SETTLED_MS);
  const from = referencedBy(lead);
  return buyers.map((buyer_id) => {
    const isOfNow = [...ofNow, ...getting].includes(buyer_id);
    const own = buyer_id === from ? reference : undefined;
    const has = having.includes(buyer_id);
    return {
      id: [
        ...[event, ...(number === undefined ? [] : [number]), lead_id, buyer_id],
        // If it never leaves, or leaves again, there is something else to tell when somebody asks again.
        ...(submission > 1 ? [submission] : []),
        ...(has ? [] : ['before']),
      ].join(':'),
      due_at: is_test || has ? at : soon,
      content: {
        ...{ event, lead_id, buyer_id, submission, is_test, at },
        ...(isOfNow && { offer_id }),
        ...(of === undefined ? {} : { case: of }),
        ...(own === undefined ? {} : { reference: own }),
      },
      finds: isOfNow && own === undefined,
    };
  });
}

/** By what a buyer without a reference finds the person. */
export function noticePerson({ lead }: Pick<LeadRecord, 'lead'>): NoticePerson {
  const hashed = (part: 'email' | 'phone'): string | undefined => {
    const value = fieldOf(lead, `personal.${part}`);
    return value === undefined ? undefined : hashPart(part, value);
  };
  const [email, phone] = [hashed('email'), hashed('phone')];
  return {
    ...(email === undefined ? {} : { email_sha256: email }),
    ...(phone === undefined ? {} : { phone_sha256: phone }),
  };
}

/** What a mapping is made from, and the body without a mapping. */
export interface OutboundNotice extends Pick<NoticeContent, 'lead_id' | 'is_test' | 'case' | 'reference'> {
  readonly event: 'revoked' | 'erased';
  readonly at: string;
  readonly offer?: { readonly id: string; readonly handle: string; readonly name: string };
  readonly person?: NoticePerson;
}
