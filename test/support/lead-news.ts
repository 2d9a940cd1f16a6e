import { submitAnswer } from '../../src/core/answers/submit-answer.js';
import type { LeadNews } from '../../src/core/news/lead-news.js';

/** News of an accepted lead; its id follows from lead and revision. */
export function leadNews(over: Partial<Omit<LeadNews, 'id'>> = {}): LeadNews {
  const { lead_id = 'l', revision = 1 } = over;
  return {
    ...{
      id: `${lead_id}:${revision}`,
      lead_id,
      revision,
      affiliate_id: 'a',
      campaign_id: 'c',
      offer_id: 'o',
    },
    ...{ kind: 'decided', at: new Date('2026-11-21T12:00:00Z'), environment: 'live', status: 'accepted' },
    tracking: { subid: 's', click_id: 'k' },
    answer: {
      ...{ code: 'ACCEPTED', status: 'accepted', success: true, retryable: false, reason: 'r', message: 'm' },
      ...{ accepted: true, svc_lead_id: lead_id, payout: 12.5, disposition: {} },
    },
    ...over,
  };
}

/** News of an undecided lead, as of now, with the answer that submit gives. */
export function oneNews(lead_id: string, revision: number, over: Partial<LeadNews> = {}): LeadNews {
  const lead = {
    id: lead_id,
    affiliate_id: 'a',
    form: 'B',
    offer_id: 'o',
    submission: 1,
    state: 'unknown',
  } as const;
  const answer = submitAnswer(lead).body;
  const own = { kind: 'changed', at: new Date(), status: answer.status, tracking: {}, answer } as const;
  return leadNews({ lead_id, revision, ...own, ...over });
}
