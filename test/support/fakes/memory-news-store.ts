import type { DoneOf, NewsStore } from '../../../src/app/ports/news-store.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { isInShare } from '../../../src/core/upkeep/share.js';
import type { LeadNews } from '../../../src/core/news/lead-news.js';

export type MemoryNewsStore = NewsStore & { readonly published: ReadonlyMap<string, LeadNews> };

/** The news of leads in memory. */
export function memoryNewsStore(leads: Map<string, LeadRecord>): MemoryNewsStore {
  const published = new Map<string, LeadNews>();
  return {
    published,
    pending(limit, { before, share = {} } = {}) {
      const owing = [...leads.values()].flatMap((lead) => {
        const { news = [], revision = 0 } = lead;
        const isOwed = news.some(({ at }) => before === undefined || at < before);
        return isOwed && isInShare(lead.id, share) ? [{ ...lead, news, revision }] : [];
      });
      return Promise.resolve(owing.slice(0, limit));
    },
    oldestPending() {
      const times = [...leads.values()].flatMap(({ news = [] }) => news.map(({ at }) => at.getTime()));
      return Promise.resolve(times.length === 0 ? undefined : new Date(Math.min(...times)));
    },
    publish(news) {
      for (const one of news) if (!published.has(one.id)) published.set(one.id, one);
      return Promise.resolve();
    },
    clear(all) {
      for (const done of all) {
        const lead = leads.get(done.id);
        if (lead) leads.set(done.id, without(lead, done));
      }
      return Promise.resolve();
    },
    forget(before) {
      for (const [id, { at }] of published) if (at < before) published.delete(id);
      return Promise.resolve();
    },
  };
}

function without(lead: LeadRecord, { news, entries = [], effects = [] }: DoneOf): LeadRecord {
  const isTold = (owed: NonNullable<LeadRecord['news']>[number]): boolean =>
    news.some(
      ({ kind, submission, at }) => kind === owed.kind && submission === owed.submission && +at === +owed.at,
    );
  const unbooked = lead.unbooked?.filter(
    (owed) => !entries.some(({ kind, number }) => kind === owed.kind && number === owed.number),
  );
  return {
    ...lead,
    ...(lead.news && { news: lead.news.filter((owed) => !isTold(owed)) }),
    ...(unbooked && { unbooked }),
    pending_effects: lead.pending_effects.filter(({ submission }) => !effects.includes(submission)),
  };
}
