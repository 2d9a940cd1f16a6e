import createClient from 'openapi-fetch';
import { LeadkeepError, type ErrorAnswer } from './errors.js';
import { retryingFetch, type RetryOptions } from './retrying-fetch.js';
import type { components, operations, paths } from './schema.js';

export { LeadkeepError, type ErrorAnswer, type FieldError } from './errors.js';
export { verifyWebhook, type WebhookEvent } from './webhooks.js';

type Schemas = components['schemas'];
export type SearchRequest = Schemas['SearchRequest'];
export type SubmitRequest = Schemas['ResultSubmit'] | Schemas['DirectSubmit'];
export type DupeCheckRequest = Schemas['DupeCheckRequest'];
export type PostingSpec = Schemas['PostingSpec'];
export type Results = Schemas['ResultsSoFar'] | Schemas['AllResults'];
export type AllResults = Schemas['AllResults'];
/** What became of a lead. `code` tells which members it has. */
export type Decision = operations['submit']['responses'][200]['content']['application/json'];

export interface LeadkeepOptions extends Partial<RetryOptions> {
  /** The address of the service. */
  readonly baseUrl: string;
  readonly key: string;
}

/** The results of a search so far. */
export interface Search {
  readonly results: Results;
  /** Polls until all partners have answered. */
  wait(): Promise<AllResults>;
}

export interface Leadkeep {
  search(body: SearchRequest): Promise<Search>;
  /** Without a key, one is made for this call and its repeats. Give one to repeat it after your own process ended. */
  submit(body: SubmitRequest, options?: { readonly idempotencyKey?: string }): Promise<Decision>;
  lead(id: string): Promise<Decision>;
  /** The posting specification. */
  campaign(id: string): Promise<PostingSpec>;
  isLikelyDuplicate(body: DupeCheckRequest): Promise<boolean>;
}

const pauseFor = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

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
  const poll = async (svc_lead_id: string): Promise<Results> =>
    answerOf(await client.GET('/api/v1/engine/results/{svc_lead_id}', { params: { path: { svc_lead_id } } }));
  return {
    async search(body) {
      const results = answerOf(await client.POST('/api/v1/engine/search', { body }));
      return {
        results,
        async wait() {
          let latest: Results = results;
          while (!latest.processing_done) {
            await pause(latest.poll_after_ms);
            latest = await poll(latest.svc_lead_id);
          }
          return latest;
        },
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
  };
}

interface Fetched<Answer> {
  readonly data?: Answer | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

function answerOf<Answer>({ data, error, response }: Fetched<Answer>): NonNullable<Answer> {
  if (response.ok && data !== undefined && data !== null) return data;
  const { status } = response;
  const own = typeof error === 'object' && error !== null ? (error as Partial<ErrorAnswer>) : {};
  // A proxy may answer in another form.
  const answer = {
    code: 'UNKNOWN',
    reason: `HTTP ${status}`,
    message: '',
    retryable: false,
    request_id: '',
    ...own,
  };
  throw new LeadkeepError(status, answer);
}
