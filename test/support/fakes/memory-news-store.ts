import type { NewsStore } from '../../../src/app/ports/news-store.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { effectsOf } from '../../../src/core/lead/pending-effect.js';
import type { LeadNews } from '../../../src/core/news/lead-news.js';

export type MemoryNewsStore = NewsStore & { readonly published: ReadonlyMap<string, LeadNews> };

/** The news of leads in memory. */
export function memoryNewsStore(leads: Map<string, LeadRecord>): MemoryNewsStore {
  const published = new Map<string, LeadNews>();
  return {
    published,
    pending(limit, { before } = {}) {
      const owing = [...leads.values()].flatMap((lead) => {
        const { revision = 0 } = lead;
        const isOwed = effectsOf(lead, 'news').some(({ since }) => before === undefined || since < before);
        return isOwed ? [{ ...lead, revision }] : [];
      });
      return Promise.resolve(owing.slice(0, limit));
    },
    publish(news) {
      for (const one of news) if (!published.has(one.id)) published.set(one.id, one);
      return Promise.resolve();
    },
    forget(before) {
      for (const [id, { at }] of published) if (at < before) published.delete(id);
      return Promise.resolve();
    },
  };
}
