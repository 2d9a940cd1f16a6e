import { submitAnswer, type LeadFacts, type SubmitAnswerBody } from '../answers/submit-answer.js';
import type { LeadReturn } from '../lead/lead-return.js';
import type { LeadRecord, NewsKind, PendingNews } from '../lead/lead-record.js';
import { effectsOf } from '../lead/pending-effect.js';
import { CLICK_ID_FIELDS } from '../lead/tracking-keys.js';
import { SUBID_FIELDS } from '../money/entry.js';

/** The members of a tracking that are an affiliate's own ids. */
export const TRACKING_IDS = [...SUBID_FIELDS, ...CLICK_ID_FIELDS] as const;
export type TrackingIds = Readonly<Partial<Record<(typeof TRACKING_IDS)[number], string>>>;

/** The members of a lead that its news needs. None of them names a person, though the lead may have more. */
export type NewsLead = LeadFacts &
  Pick<LeadRecord, 'campaign_id' | 'is_test' | 'pending_effects'> & {
    /** Only its `TRACKING_IDS`. Absent: it has none. */
    readonly tracking?: Readonly<Record<string, unknown>>;
    readonly revision: number;
  };

/** One change of a lead that its affiliate can see. It never changes and holds no personal data. */
export interface LeadNews {
  /** `<lead>:<revision>`: publishing it twice stores it once. */
  readonly id: string;
  readonly lead_id: string;
  /** 1, 2, … of the lead, in the order of its transitions, without gaps. */
  readonly revision: number;
  readonly affiliate_id: string;
  readonly campaign_id: string;
  readonly offer_id: string;
  readonly kind: NewsKind;
  readonly at: Date;
  readonly environment: 'live' | 'test';
  /** Of the answer, to select by. */
  readonly status: SubmitAnswerBody['status'];
  readonly subid?: string;
  readonly external_id?: string;
  readonly tracking: TrackingIds;
  /** What reading the lead answered right after the transition, without `request_id`. */
  readonly answer: SubmitAnswerBody;
}

/**
 * The pending news of a lead, each as of its own transition. Transitions append news and raise the revision in one
 * write, and news is removed from the front only, so the last one has the lead's revision.
 */
export function newsOf(lead: NewsLead): LeadNews[] {
  const news = effectsOf(lead, 'news');
  return news.map((pending, index) =>
    oneOf(asSubmitted(lead, pending), pending, lead.revision - (news.length - 1 - index)),
  );
}

/** The lead with what it was sent with in the submission of this news. It may have been sent again since. */
function asSubmitted(lead: NewsLead, { submission }: PendingNews): NewsLead {
  const again = effectsOf(lead, 'news').find((one) => one.earlier && one.submission === submission + 1);
  if (!again?.earlier) return lead;
  const { external_id: _, fallbacks: __, ...rest } = lead;
  return { ...rest, ...again.earlier };
}

function oneOf(lead: NewsLead, pending: PendingNews, revision: number): LeadNews {
  const { id, affiliate_id, campaign_id, offer_id, is_test, external_id } = lead;
  const { what: kind, since: at } = pending;
  const { body } = submitAnswer(asOf(lead, pending), { is_test });
  const tracking = trackingIdsOf(lead.tracking ?? {});
  return {
    ...{ id: `${id}:${revision}`, lead_id: id, revision, affiliate_id, campaign_id, offer_id, kind, at },
    ...{ environment: is_test ? 'test' : 'live', status: body.status },
    ...(tracking.subid === undefined ? {} : { subid: tracking.subid }),
    ...(external_id === undefined ? {} : { external_id }),
    ...{ tracking, answer: body },
  };
}

/** The lead as it was. Decision and returns of an accepted lead stay; returns are only appended and undone. */
function asOf(lead: NewsLead, { what, submission, state, decision, number }: PendingNews): NewsLead {
  const { decision: present, returns = [], ...rest } = lead;
  const held = what === 'changed' ? undefined : (decision ?? present);
  const then =
    number === undefined
      ? []
      : returns.slice(0, number + 1).map((one, i) => (i < number ? one : lastOf(one, what)));
  return { ...rest, submission, state, ...(held ? { decision: held } : {}), returns: then };
}

function lastOf(one: LeadReturn, kind: NewsKind): LeadReturn {
  if (kind === 'return_reversed') return one;
  const { undone: _, ...stood } = one;
  return stood;
}

/** An affiliate's own ids in a tracking. */
export function trackingIdsOf(tracking: NonNullable<NewsLead['tracking']>): TrackingIds {
  const found = TRACKING_IDS.flatMap((name) => {
    const value = tracking[name];
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(found);
}
