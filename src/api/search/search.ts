import type { Campaign } from '../../core/catalogue/types.js';
import { resultsAnswer, type ResultsAnswer } from '../../core/answers/results-answer.js';
import type { ShownSearch } from '../../app/ports/search-store.js';
import { ok, type Api, type Handler } from '../call.js';
import { requireOwnAffiliate, searchableCampaign } from '../ownership.js';
import type { SearchBody } from '../schemas/search-schema.js';
import { awaitRecord } from '../waiting/await-record.js';
import { newSearch } from './new-search.js';
import { storeSearch } from './store-search.js';

/** Stores the search, has it run, and answers with what the direct offers gave. */
export const search: Handler<SearchBody> = async (api, call) => {
  requireOwnAffiliate(call);
  const campaign = searchableCampaign(api, call);
  const stored: ShownSearch = await storeSearch(api, call, newSearch(api, call));
  const { id, round } = stored;
  const { platform, processId } = api;
  const job = { search_id: id, round, request_id: call.request_id, reply_to: processId };
  const found = await awaitRecord({
    waiters: api.waiters,
    id,
    wait_ms: platform.settings.searchWaitMs,
    stored,
    enqueue: () => platform.queues.search([job]),
    read: () => platform.searches.readShown(id, api.clock()),
    settled: ({ state }) => state === 'asking' || state === 'done',
    log: call.log,
  });
  return ok(answerOf(api, found, campaign));
};

/** The results envelope of a search as it now stands. */
export const answerOf = ({ platform, clock }: Api, found: ShownSearch, campaign: Campaign): ResultsAnswer =>
  resultsAnswer(found, {
    max_accepted_submissions: campaign.max_accepted_submissions,
    poll_after_ms: platform.settings.pollAfterMs,
    now: clock(),
  });
