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
import { maskHeaders } from '../render/mask.js';
import { createMappings, prepareDelivery, prepareQuery, sendPrepared } from '../wiring/outbound-requests.js';
import { missingSecrets } from '../wiring/secrets.js';

export interface TestPosting {
  readonly offer: Offer;
  readonly test_post: TestPost;
  readonly what: 'delivery' | 'search' | 'submit';
  readonly sample: HttpAnswer | undefined;
  readonly send: boolean;
}

/** What was tried, as it may be printed: secrets by their names. */
export interface Tried {
  readonly offer: string;
  readonly what: TestPosting['what'];
  /** Absent: the lead passes the checks. Not asked for a search. */
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

/** Prepares the request, sends it where that was asked for, and reads the answer. A CliError when one can't be done. */
export async function tryOffer({ cli, evaluator }: With, trying: TestPosting): Promise<Tried> {
  const { offer, test_post: testPost, what, send } = trying;
  const mappings = createMappings(evaluator, cli.clock);
  const url = send ? testUrlOf(offer, what) : undefined;
  const prepared = await prepare(trying, mappings, url);
  const answer = send ? await answerTo(cli, prepared, offer) : trying.sample;
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
  if (!made.ok) throw new CliError(`Nothing would leave for ${offer.handle}: ${made.fault}`);
  return made.value;
}

const at = (offer: Offer, url: string | undefined): Offer =>
  url === undefined ? offer : { ...offer, delivery: { ...offer.delivery, url } };

/** Never the live address, also when somebody wrote it twice: most servers do the same whatever the query says. */
function testUrlOf({ handle, delivery, partner }: Offer, what: TestPosting['what']): string {
  const [endpoint, place] =
    what === 'search' && partner
      ? [partner.search, 'partner.search']
      : [delivery, what === 'submit' ? 'partner.submit' : 'delivery'];
  const { test_url } = endpoint;
  if (test_url === undefined)
    throw new CliError(`${handle} has no test_url under ${place}, so nothing was sent`);
  if (withoutQuery(test_url) === withoutQuery(endpoint.url))
    throw new CliError(
      test_url === endpoint.url
        ? `The test_url of ${handle} is its live url, so nothing was sent`
        : `The test_url of ${handle} is its live url but for the query string, so nothing was sent`,
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
        `It was sent, and there is no complete answer (${outcome.detail}): the outcome of a lead would be unknown`,
      );
  }
}
