import { randomUUID } from 'node:crypto';
import type { WebPorts } from '../../../src/app/ports/web-ports.js';
import type { WorkPorts } from '../../../src/app/ports/work-ports.js';
import { receiveSearch, type SearchRequest } from '../../../src/app/search/receive.js';
import { runSearch } from '../../../src/app/search/run.js';

/** How long a person reads the results. */
const READS_MS = 90_000;

/** What a person sees of a search. */
export interface Searched {
  readonly search_id: string;
  /** The result of each offer that was shown. */
  readonly results: ReadonlyMap<string, string>;
}

/** One search with the use cases of the API and of the worker, some time before `at`. */
export async function searchFirst(
  ports: WebPorts & WorkPorts,
  body: SearchRequest,
  at: Date,
): Promise<Searched> {
  const now = new Date(at.getTime() - READS_MS);
  const then = { ...ports, clock: () => now, newId: () => randomUUID() };
  const queues = {
    ...ports.queues,
    search: async (jobs: Parameters<WebPorts['queues']['search']>[0]) => {
      for (const job of jobs) await runSearch(then, job);
    },
  };
  const { search } = await receiveSearch(
    { ...then, queues },
    {
      ...{ body, extra: {}, now, log: ports.log, request_id: randomUUID() },
      key: { affiliate_id: body.svc_affiliate_id, is_test: false },
    },
  );
  return { search_id: search.id, results: new Map(search.results.map(({ offer_id, id }) => [offer_id, id])) };
}
