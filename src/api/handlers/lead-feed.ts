import joi from 'joi';
import { readFeed, type FeedRequest } from '../../app/news/read-feed.js';
import type { OrderedNews } from '../../app/ports/news-feed.js';
import { envelope, STATUSES, type Status } from '../../core/envelope.js';
import { MAX_CURSOR_LENGTH } from '../../core/feed/feed-cursor.js';
import { isExternalId, MAX_EXTERNAL_ID_LENGTH } from '../../core/lead/external-id.js';
import { MAX_SUBID_LENGTH } from '../../core/lead/tracking-keys.js';
import { wordsOfFeed } from '../../core/messages.js';
import { invalidField } from '../../http/faults.js';
import { listed } from '../faults.js';
import { ok, type Handler } from '../call.js';

export const MAX_PAGE = 500;
const DEFAULT_PAGE = 100;

/** Answers with the changes of the caller's leads after a cursor. */
export const leadFeed: Handler<undefined> = async (ports, { query, key }) => {
  const { news, next_cursor, has_more, complete_until } = await readFeed(ports, key, requestOf(query));
  return ok(
    envelope('OK', wordsOfFeed(has_more), {
      leads: news.map(entryOf),
      ...{ next_cursor, has_more, complete_until: complete_until?.toISOString() ?? null },
    }),
  );
};

const entryOf = ({ answer, revision, kind, at, campaign_id, offer_id, tracking }: OrderedNews) => ({
  svc_lead_id: answer.svc_lead_id,
  ...{ revision, change: kind, at: at.toISOString(), svc_campaign_id: campaign_id, svc_offer_id: offer_id },
  ...{ tracking, answer },
});

const text = (max: number) => joi.string().min(1).max(max);
/** What a search or submit takes as such. Joi's `max` counts UTF-16 units. */
const externalId = joi.custom((sent: unknown, { error }) =>
  isExternalId(sent) ? sent : error('any.invalid'),
);
/** The parameters, each with its schema and the end of "<parameter> must be …". */
export const FEED_PARAMETERS = {
  since: [text(MAX_CURSOR_LENGTH), 'the next_cursor of an answer of yours'],
  limit: [joi.string().pattern(/^([1-9]\d?|[1-4]\d\d|500)$/), `a whole number from 1 to ${MAX_PAGE}`],
  status: [joi.valid(...STATUSES), `one of ${STATUSES.join(', ')}`],
  subid: [text(MAX_SUBID_LENGTH), `a text of up to ${MAX_SUBID_LENGTH} characters`],
  external_id: [externalId, `a text of up to ${MAX_EXTERNAL_ID_LENGTH} characters`],
} as const;

/** Reads the query. Throws INVALID_FIELD for the first faulty parameter, for one that is sent twice, or unknown. */
function requestOf(query: URLSearchParams): FeedRequest {
  for (const name of new Set(query.keys())) {
    if (!Object.hasOwn(FEED_PARAMETERS, name))
      throw listed(invalidField(name, 'left out: there is no such parameter'));
    const [schema, expected] = FEED_PARAMETERS[name as keyof typeof FEED_PARAMETERS];
    const values = query.getAll(name);
    if (values.length > 1 || schema.validate(values[0]).error) throw listed(invalidField(name, expected));
  }
  const [since, limit] = [query.get('since'), query.get('limit')];
  const [status, subid, external_id] = [query.get('status'), query.get('subid'), query.get('external_id')];
  return {
    ...(since !== null && { since }),
    limit: limit === null ? DEFAULT_PAGE : Number(limit),
    filter: {
      ...(status !== null && { status: status as Status }),
      ...(subid !== null && { subid }),
      ...(external_id !== null && { external_id }),
    },
  };
}
