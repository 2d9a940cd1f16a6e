import { messageWithoutNews, newsIdOf, newsPublished } from '../../core/invariants/news-invariants.js';
import type { Violation } from '../../core/invariants/invariant.js';
import { evaluate } from '../../core/invariants/violations-of.js';
import { batched } from './batched.js';
import { twice, worldOf, type Circumstances } from './confirm.js';
import type { NewsReader } from './ports.js';

/** Compares the changes of leads with their news, and the messages to endpoints with the news they come from. */
export async function* checkNews(reader: NewsReader, about: Circumstances): AsyncGenerator<Violation> {
  for await (const ids of batched(reader.toldLeads(), (id) => id))
    yield* twice(about, ids, (some) => compareLeads(reader, about, some));
  for await (const ids of batched(reader.messages(), ({ id }) => id))
    yield* twice(about, ids, (some) => compareMessages(reader, about, some));
}

/** Leads are read first: what they do not owe any more is published by then. */
async function compareLeads(reader: NewsReader, about: Circumstances, ids: readonly string[]) {
  const leads = await reader.leadsById(ids);
  const news = await reader.newsById(
    leads.flatMap(({ id, revision = 0 }) => Array.from({ length: revision }, (_, n) => `${id}:${n + 1}`)),
  );
  const world = worldOf(about, {});
  return leads.flatMap((lead) =>
    evaluate(
      'lead',
      lead.id,
      [newsPublished],
      { lead, published: news.filter(({ lead_id }) => lead_id === lead.id) },
      world,
    ),
  );
}

async function compareMessages(reader: NewsReader, { clock }: Circumstances, ids: readonly string[]) {
  const now = clock();
  const about = (await reader.messagesById(ids)).flatMap((message) => {
    const news = newsIdOf(message, now);
    return news === undefined ? [] : [{ message: message.id, news }];
  });
  const stored = new Set((await reader.newsById(about.map(({ news }) => news))).map(({ id }) => id));
  return about.filter(({ news }) => !stored.has(news)).map(({ message }) => messageWithoutNews(message));
}
