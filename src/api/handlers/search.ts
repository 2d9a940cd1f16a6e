import type { WebPorts } from '../../app/ports/web-ports.js';
import { readOwnSearch, receiveSearch, type SearchRequest } from '../../app/search/receive.js';
import { resultsAnswer } from '../../core/answers/results-answer.js';
import type { Answer } from '../../http/answer.js';
import { LiveAnswer } from '../streams/live-answer.js';
import { idParam, type Handler } from '../call.js';
import { noticesOf } from '../notices/notices.js';
import { extraKeys, SEARCH_NAMES } from '../schemas/search-schema.js';

/** Starts a search. The answer contains the results of direct offers. */
export const search: Handler<SearchRequest> = async (ports, call) => {
  const found = await receiveSearch(ports, { ...call, extra: extraKeys(call.body) });
  return answerOf(ports, found, noticesOf(call, SEARCH_NAMES));
};

/** Answers with all results of a search so far, or goes on with them as they change. */
export const results: Handler<undefined, Answer | LiveAnswer> = async (ports, call) => {
  const { params, key, now, openStreams: open } = call;
  const search_id = idParam(params);
  // A client that names both, or takes any text, reads whole answers: one that lists what it can read would wait for the end.
  const namesEventsAlone = call.namesType(EVENTS) && !call.namesType(JSON_TYPE);
  const isStream = namesEventsAlone && call.accepts(JSON_TYPE, EVENTS) === EVENTS;
  if (!isStream) return answerOf(ports, await readOwnSearch(ports, key, search_id, now));
  return new LiveAnswer({ streams: ports.streams, open, key, search_id });
};

const JSON_TYPE = 'application/json';
const EVENTS = 'text/event-stream';

function answerOf(
  { settings, clock }: WebPorts,
  { search, campaign }: Awaited<ReturnType<typeof readOwnSearch>>,
  notices: object = {},
): Answer {
  const { max_accepted_submissions } = campaign;
  const view = { max_accepted_submissions, poll_after_ms: settings.pollAfterMs, now: clock() };
  return { http: 200, body: { ...resultsAnswer(search, view), ...notices } };
}
