import { randomUUID } from 'node:crypto';
import type { Catalogue, Offer } from '../../core/catalogue/types.js';
import { compact } from '../../core/catalogue/compact.js';
import type { Route } from '../../core/delivery/delivery-result.js';
import type { PartialResponse, HttpResponse } from '../../core/delivery/http-result.js';
import type { Geo } from '../../core/lead/geo.js';
import { maskHeaders } from '../../core/masking/mask-headers.js';
import type { Refusal } from '../../core/refusal.js';
import { testPostOf, type TestPost, type TestPostInput } from '../../core/test-post/test-post-lead.js';
import { ActRefused } from '../act-refused.js';
import type { PreparedRequest } from '../ports/prepared-request.js';
import type { RequestWriter } from '../ports/request-writer.js';
import type { TestPostTools } from '../ports/test-post-tools.js';
import {
  readSampleAnswer,
  readSampleResults,
  type SampleRead,
  type SampleResults,
} from './read-sample-answer.js';

export interface TestPosting {
  readonly offer: Offer;
  readonly catalogue: Catalogue;
  readonly input: TestPostInput;
  readonly what: 'delivery' | 'search' | 'submit';
  /** The answer to read. Absent: none, unless the request is sent. */
  readonly sample?: HttpResponse | undefined;
  /** Sends the request to the test address, never to the live one. */
  readonly send: boolean;
  /** The value of `callback_url` in mappings. */
  readonly callback_url: string | undefined;
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
  /** Whether it was sent. */
  readonly sent?: boolean;
  /** Host and port of the proxy through which it left. Absent: it went directly, or was not sent. */
  readonly via?: string;
  readonly answer?: HttpResponse;
  /** What expressions read its body as, and why not as data. Absent: none reads it, because it is in our own format. */
  readonly read_as?: string;
  readonly read?: SampleRead | SampleResults;
}

interface Around {
  readonly geo: Geo;
  readonly clock: () => Date;
}

/** Prepares the request, sends it if `send` is set, and reads the answer. Throws ActRefused if a step fails, NoAnswer if it was sent. */
export async function tryOffer(tools: TestPostTools, around: Around, posting: TestPosting): Promise<Tried> {
  const { offer, catalogue, input, what, send, callback_url } = posting;
  const { clock, geo } = around;
  const now = clock();
  const testPost = testPostOf(input, offer, { catalogue, geo, now, newId: randomUUID, callback_url });
  const url = send ? testUrlOf(offer, what) : undefined;
  const prepared = await prepare(posting, testPost, tools.requestsAt(now), url);
  const sent = send ? await answerTo(tools, prepared, offer) : undefined;
  const answer = sent ? { status: sent.status, headers: sent.headers, body: sent.body } : posting.sample;
  const read =
    answer &&
    (what === 'search'
      ? await readSampleResults(tools.mappings, offer, testPost, answer, clock())
      : await readSampleAnswer({ ...tools, clock }, offer, testPost, answer));
  const { method, url: to, headers, body = '' } = prepared.request;
  return {
    offer: offer.handle,
    what,
    ...(what === 'search' || !testPost.refusal ? {} : { refusal: testPost.refusal }),
    request: { method, url: to, headers: maskHeaders(headers), body },
    missing_secrets: tools.missingSecrets(headers),
    ...(sent ? { sent: true, ...compact({ via: sent.via }) } : {}),
    ...(answer ? { answer } : {}),
    ...(answer && readsWith(offer, what) ? { read_as: tools.bodyReading(answer) } : {}),
    ...(read ? { read } : {}),
  };
}

const readsWith = ({ delivery, partner }: Offer, what: TestPosting['what']): boolean =>
  (what === 'search' ? partner?.search.results : delivery.answers) !== undefined;

async function prepare(
  { offer, what }: TestPosting,
  testPost: TestPost,
  requests: RequestWriter,
  testUrl: string | undefined,
): Promise<PreparedRequest> {
  const search = what === 'search' ? offer.partner?.search : undefined;
  const made = search
    ? await requests.query(offer, search, testPost.query, testUrl ?? search.url)
    : await requests.delivery(at(offer, testUrl), testPost.outbound, testPost.record.id);
  if (!made.ok)
    throw new ActRefused(
      'conflict',
      `Leadkeep could not make the request for ${offer.handle}: ${made.fault}`,
    );
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
    throw new ActRefused(
      'conflict',
      `${handle} has no test address (test_url under ${section}), so nothing was sent`,
    );
  if (withoutQuery(test_url) === withoutQuery(endpoint.url))
    throw new ActRefused(
      'conflict',
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

async function answerTo(
  tools: TestPostTools,
  prepared: PreparedRequest,
  { handle }: Offer,
): Promise<HttpResponse & Route> {
  const outcome = await tools.send(prepared);
  switch (outcome.kind) {
    case 'answered':
      return outcome;
    case 'never_sent':
      throw new ActRefused('conflict', `Nothing was sent for ${handle}: ${outcome.detail}`);
    case 'unknown':
      throw new NoAnswer(outcome.detail, outcome.partial);
  }
}

/** A test post was sent, and no answer came that can be read. */
export class NoAnswer extends ActRefused {
  constructor(
    detail: string,
    /** What came of it. */
    readonly heard: PartialResponse | undefined,
  ) {
    super(
      'conflict',
      `The request was sent, but no complete answer came (${detail}); the outcome of a lead would be unknown`,
    );
  }
}
