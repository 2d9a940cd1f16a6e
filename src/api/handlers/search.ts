import type { WebPorts } from '../../app/ports/web-ports.js';
import { readOwnSearch, receiveSearch, type SearchRequest } from '../../app/search/receive.js';
import { resultsAnswer, type ResultsAnswer } from '../../core/answers/results-answer.js';
import { idParam, ok, type Handler } from '../call.js';
import { extraKeys } from '../schemas/search-schema.js';

/** Starts a search. The answer contains the results of direct offers. */
export const search: Handler<SearchRequest> = async (ports, call) =>
  ok(answerOf(ports, await receiveSearch(ports, { ...call, extra: extraKeys(call.body) })));

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
