import type { LeadNews } from '../../src/core/news/lead-news.js';
import { submitAnswer } from '../../src/core/answers/submit-answer.js';

/** News of a lead of the affiliate `a`. */
export function oneNews(lead_id: string, revision: number, over: Partial<LeadNews> = {}): LeadNews {
  const lead = { id: lead_id, affiliate_id: 'a', form: 'B', state: 'unknown' } as const;
  const answer = submitAnswer(lead).body;
  return {
    ...{
      id: `${lead_id}:${revision}`,
      lead_id,
      revision,
      affiliate_id: 'a',
      campaign_id: 'c',
      offer_id: 'o',
    },
    ...{ kind: 'changed', at: new Date(), environment: 'live', status: answer.status, tracking: {}, answer },
    ...over,
  };
}
