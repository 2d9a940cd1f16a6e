import type { Offer } from '../../core/catalogue/types.js';
import type { Refusal } from '../../core/refusal.js';
import type { TestPost } from '../../core/test-post/test-post-lead.js';
import type { MappingEvaluator } from '../../app/ports/mapping-evaluator.js';
import type { HttpAnswer } from '../../core/delivery/http-outcome.js';
import type { PreparedRequest } from '../../app/ports/prepared-request.js';
import {
  readSampleAnswer,
  readSampleResults,
  type SampleRead,
  type SampleResults,
} from '../../app/test-post/read-sample-answer.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { maskHeaders } from '../render/mask-headers.js';
import { createMappings, prepareDelivery, prepareQuery, sendPrepared } from '../wiring/outbound-requests.js';
import { missingSecrets } from '../wiring/secrets.js';

export interface TestPosting {
  readonly offer: Offer;
  readonly test_post: TestPost;
  readonly what: 'delivery' | 'search' | 'submit';
  readonly sample: HttpAnswer | undefined;
  readonly send: boolean;
}

/** The result of a test post, safe to print: secrets appear by name only. */
export interface Tried {
  readonly offer: string;
  readonly what: TestPosting['what'];
  /** Why a check refuses the lead. Absent if the lead passes all checks, and for a search, which is not checked. */
  readonly refusal?: Refusal;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  readonly missing_secrets: readonly string[];
  /** Only with `--send`. */
  readonly sent?: boolean;
  readonly answer?: HttpAnswer;
  readonly read?: SampleRead | SampleResults;
}

interface With {
  readonly cli: Cli;
  readonly evaluator: MappingEvaluator;
}

/** Prepares the request, sends it if `send` is set, and reads the answer. Throws a CliError if a step fails. */
export async function tryOffer({ cli, evaluator }: With, posting: TestPosting): Promise<Tried> {
  const { offer, test_post: testPost, what, send } = posting;
  const mappings = createMappings(evaluator, cli.clock);
  const url = send ? testUrlOf(offer, what) : undefined;
  const prepared = await prepare(posting, mappings, url);
  const answer = send ? await answerTo(cli, prepared, offer) : posting.sample;
  const read =
    answer &&
    (what === 'search'
      ? await readSampleResults(mappings, offer, answer, cli.clock())
      : await readSampleAnswer({ evaluator, mappings, clock: cli.clock }, offer, testPost, answer));
  const { method, url: to, headers, body = '' } = prepared.request;
  return {
    offer: offer.handle,
    what,
    ...(what === 'search' || !testPost.refusal ? {} : { refusal: testPost.refusal }),
    request: { method, url: to, headers: maskHeaders(headers), body },
    missing_secrets: [...missingSecrets([{ handle: offer.handle, delivery: { headers } }], cli.env).keys()],
    ...(send ? { sent: true } : {}),
    ...(answer ? { answer } : {}),
    ...(read ? { read } : {}),
  };
}

async function prepare(
  { offer, test_post: testPost, what }: TestPosting,
  mappings: ReturnType<typeof createMappings>,
  testUrl: string | undefined,
): Promise<PreparedRequest> {
  const search = what === 'search' ? offer.partner?.search : undefined;
  const made = search
    ? await prepareQuery(mappings, offer, search, testPost.query, testUrl ?? search.url)
    : await prepareDelivery(mappings, at(offer, testUrl), testPost.outbound, testPost.record.id);
  if (!made.ok) throw new CliError(`Leadkeep could not make the request for ${offer.handle}: ${made.fault}`);
  return made.value;
}

const at = (offer: Offer, url: string | undefined): Offer =>
  url === undefined ? offer : { ...offer, delivery: { ...offer.delivery, url } };

/** Never returns the live address, even if `test_url` repeats it. Queries do not count: most servers ignore them. */
function testUrlOf({ handle, delivery, partner }: Offer, what: TestPosting['what']): string {
  const [endpoint, section] =
    what === 'search' && partner
      ? [partner.search, 'partner.search']
      : [delivery, what === 'submit' ? 'partner.submit' : 'delivery'];
  const { test_url } = endpoint;
  if (test_url === undefined)
    throw new CliError(`${handle} has no test_url under ${section}, so nothing was sent`);
  if (withoutQuery(test_url) === withoutQuery(endpoint.url))
    throw new CliError(
      test_url === endpoint.url
        ? `The test_url of ${handle} is its live url, so nothing was sent`
        : `The test_url of ${handle} differs from its live url only in the query string, so nothing was sent`,
    );
  return test_url;
}

const withoutQuery = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
};

async function answerTo(cli: Cli, prepared: PreparedRequest, { handle }: Offer): Promise<HttpAnswer> {
  const outcome = await sendPrepared(prepared, cli.env);
  switch (outcome.kind) {
    case 'answered':
      return { status: outcome.status, headers: outcome.headers, body: outcome.body };
    case 'never_sent':
      throw new CliError(`Nothing was sent for ${handle}: ${outcome.detail}`);
    case 'unknown':
      throw new CliError(
        `The request was sent, but no complete answer came (${outcome.detail}); the outcome of a lead would be unknown`,
      );
  }
}
