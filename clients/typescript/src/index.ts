import createClient from 'openapi-fetch';
import { answerOf, errorOf } from './answer-of.js';
import { Changes, type ChangesOptions } from './changes.js';
import { resultStream } from './result-stream.js';
import { pauseAfter, retryingFetch, type RetryOptions } from './retrying-fetch.js';
import type { paths } from './schema.js';
import type {
  Decision,
  DupeCheckRequest,
  PostingSpec,
  Results,
  SearchRequest,
  Statement,
  SubmitRequest,
} from './types.js';

export type * from './types.js';
export { Changes, type ChangesOptions } from './changes.js';
export { LeadkeepError, type ErrorAnswer, type FieldError } from './errors.js';
export { verifyWebhook, type WebhookEvent } from './webhooks.js';

export interface LeadkeepOptions extends Partial<RetryOptions> {
  /** The address of the service. */
  readonly baseUrl: string;
  readonly key: string;
}

/** The results of a search so far. */
export interface Search {
  readonly results: Results;
  /** Polls until all partners have answered. */
  wait(): Promise<Results>;
  /** All results so far, at once and whenever they change; ends when all partners have answered. */
  stream(): AsyncIterable<Results>;
}

export interface Leadkeep {
  search(body: SearchRequest): Promise<Search>;
  /** Without a key, one is made for this call and its repeats. Give one to repeat it after it threw or your own process ended. */
  submit(body: SubmitRequest, options?: { readonly idempotencyKey?: string }): Promise<Decision>;
  lead(id: string): Promise<Decision>;
  /** The posting specification. */
  campaign(id: string): Promise<PostingSpec>;
  isLikelyDuplicate(body: DupeCheckRequest): Promise<boolean>;
  /** Your statement of a month, such as 2026-10. */
  statement(month: string): Promise<Statement>;
  /** The same as CSV. */
  statementCsv(month: string): Promise<string>;
  /** The changes of your leads after a cursor that you kept, or all that there are. */
  changes(options?: ChangesOptions): Changes;
}

const pauseFor = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** The service says how long to wait before the next poll; this is for one that does not. */
const POLL_MS = 1_000;

const wantsJson = ({ headers }: Request): boolean =>
  (headers.get('accept') ?? 'application/json') === 'application/json';

/** A proxy may answer with a page of its own. */
const isJson = ({ headers }: Response): boolean => headers.get('content-type')?.includes('json') === true;

/** A client of one affiliate. Throws LeadkeepError for an answer that is no result and no decision. */
export function createLeadkeep({ baseUrl, key, ...retry }: LeadkeepOptions): Leadkeep {
  const { pause = pauseFor } = retry;
  const options = {
    tries: 5,
    timeoutMs: 30_000,
    fetch: globalThis.fetch,
    random: Math.random,
    ...retry,
    pause,
  };
  const client = createClient<paths>({
    baseUrl,
    fetch: retryingFetch(options),
    headers: { Authorization: `Bearer ${key}` },
  });
  client.use({
    onResponse({ request, response }) {
      if (response.ok && wantsJson(request) && !isJson(response)) throw errorOf(response.status, undefined);
    },
  });
  const poll = async (svc_lead_id: string): Promise<Results> =>
    answerOf(await client.GET('/api/v1/engine/results/{svc_lead_id}', { params: { path: { svc_lead_id } } }));
  const readStatement = async <As extends 'json' | 'text'>(month: string, parseAs: As, accept: string) =>
    answerOf(
      await client.GET('/api/v1/engine/statements/{month}', {
        ...{ params: { path: { month } }, parseAs, headers: { Accept: accept } },
      }),
    );
  const stream = (svc_lead_id: string): AsyncIterable<Results> =>
    resultStream({
      open: (lastId) =>
        client.GET('/api/v1/engine/results/{svc_lead_id}', {
          ...{ params: { path: { svc_lead_id } }, parseAs: 'stream' },
          headers: {
            Accept: 'text/event-stream',
            ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }),
          },
        }),
      pauseBefore: (reopened) => pause(pauseAfter(undefined, reopened, options.random)),
      tries: options.tries,
    });
  return {
    async search(body) {
      const results = answerOf(await client.POST('/api/v1/engine/search', { body }));
      return {
        results,
        async wait() {
          let latest: Results = results;
          while (!latest.processing_done) {
            await pause(latest.poll_after_ms ?? POLL_MS);
            latest = await poll(latest.svc_lead_id);
          }
          return latest;
        },
        stream: () => stream(results.svc_lead_id),
      };
    },
    async submit(body, { idempotencyKey = crypto.randomUUID() } = {}) {
      const header = { 'Idempotency-Key': idempotencyKey };
      return answerOf(await client.POST('/api/v1/engine/leads', { body, params: { header } }));
    },
    lead: async (svc_lead_id) =>
      answerOf(await client.GET('/api/v1/engine/leads/{svc_lead_id}', { params: { path: { svc_lead_id } } })),
    campaign: async (svc_campaign_id) =>
      answerOf(
        await client.GET('/api/v1/engine/campaigns/{svc_campaign_id}', {
          params: { path: { svc_campaign_id } },
        }),
      ),
    isLikelyDuplicate: async (body) =>
      answerOf(await client.POST('/api/v1/engine/dupe-check', { body })).duplicate_likely,
    statement: (month) => readStatement(month, 'json', 'application/json'),
    statementCsv: (month) => readStatement(month, 'text', 'text/csv'),
    changes: ({ since: begin, limit = 500, ...only } = {}) =>
      new Changes(async (since) => {
        const query = { ...only, limit, ...(since === undefined ? {} : { since }) };
        return answerOf(await client.GET('/api/v1/engine/leads', { params: { query } }));
      }, begin),
  };
}
