import type { WebPorts } from '../../app/ports/web-ports.js';
import { readOwnSearch, receiveSearch, type SearchRequest } from '../../app/search/receive.js';
import { resultsAnswer, type ResultsAnswer } from '../../core/answers/results-answer.js';
import { idParam, ok, type Handler } from '../call.js';
import { noticesOf } from '../notices/notices.js';
import { extraKeys, SEARCH_NAMES } from '../schemas/search-schema.js';

/** Starts a search. The answer contains the results of direct offers. */
export const search: Handler<SearchRequest> = async (ports, call) => {
  const found = await receiveSearch(ports, { ...call, extra: extraKeys(call.body) });
  return ok({ ...answerOf(ports, found), ...noticesOf(call, found.search.is_test, SEARCH_NAMES) });
};

/** Answers with all results of a search so far. */
export const results: Handler<undefined> = async (ports, { params, key, now }) =>
  ok(answerOf(ports, await readOwnSearch(ports, key, idParam(params), now)));

const answerOf = (
  { settings, clock }: WebPorts,
  { search, campaign }: Awaited<ReturnType<typeof readOwnSearch>>,
): ResultsAnswer =>
  resultsAnswer(search, {
    max_accepted_submissions: campaign.max_accepted_submissions,
    poll_after_ms: settings.pollAfterMs,
    now: clock(),
  });
