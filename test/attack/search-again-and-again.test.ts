import { expect } from 'chai';
import type { mongo } from 'mongoose';
import {
  newPerson,
  PATHS,
  resultBody,
  searchBody,
  startApi,
  type Answered,
  type TestApi,
} from '../support/api.js';
import { appliedCatalogue } from '../support/applied-catalogue.js';
import { startBuyer } from '../support/buyer.js';
import { answered } from '../support/careful.js';
import { until } from '../support/until.js';
import { startWorkers } from '../support/workers.js';

const OFFERS = 40;

/** More than any client needs, and less than the attack had. */
const MAX_RUNS = 60;
const POLLS = 30;

interface Poll {
  /** Of the answer. */
  readonly bytes: number;
  /** What MongoDB sent for one poll. */
  readonly read: number;
  readonly median_ms: number;
}

/**
 * Attack: an ordinary key runs one search again and again under its id (206 times: 3.3 MB and 7,866 results; toward
 * MongoDB's 16 MB), and polls it. The figures are printed.
 */
describe('attack: one search run again and again under its id', () => {
  let api: TestApi;
  const opened: { readonly close: () => Promise<void> }[] = [];
  before(async () => {
    const buyer = await startBuyer();
    opened.push(buyer);
    const { catalogue, apply } = appliedCatalogue({
      buyerUrl: buyer.url,
      directOffers: OFFERS,
      partner: false,
    });
    api = await startApi({ searchWaitMs: 10_000, outboundAllow: ['127.0.0.0/8'] }, catalogue);
    opened.push(api);
    await apply(api.connection);
    opened.push(await startWorkers(api.platform.settings));
  });
  after(async () => {
    for (const { close } of opened.reverse()) await close();
  });

  async function poll(id: string): Promise<Poll> {
    const isDone = async (): Promise<boolean> =>
      (await answered(() => api.get(`${PATHS.results}/${id}`))).body.processing_done === true;
    await until(isDone, 'the run is done');
    let read = 0;
    const note = ({ commandName, reply }: mongo.CommandSucceededEvent): void => {
      // Caches read now and then, whoever polls.
      const { cursor } = reply as { readonly cursor?: { readonly ns: string } };
      if (commandName === 'find' && cursor?.ns.endsWith('.searches')) read += JSON.stringify(reply).length;
    };
    const client = api.platform.connection.getClient();
    client.on('commandSucceeded', note);
    const times: number[] = [];
    let bytes = 0;
    for (let i = 0; i < POLLS; i += 1) {
      const started = performance.now();
      const { text } = await answered(() => api.get(`${PATHS.results}/${id}`));
      times.push(performance.now() - started);
      bytes = text.length;
    }
    client.off('commandSucceeded', note);
    times.sort((a, b) => a - b);
    return { bytes, read: Math.round(read / POLLS), median_ms: times[POLLS / 2] ?? 0 };
  }
  const sizeOf = async (id: string): Promise<number> =>
    JSON.stringify(await api.connection.collection<{ _id: string }>('searches').findOne({ _id: id })).length;

  let id: string;
  let first: Answered;
  let last: Answered;
  let before_it: Poll & { readonly stored: number };

  it('the 21st run while results live: 429 with Retry-After', async () => {
    const lead = newPerson();
    first = await answered(() => api.post(PATHS.search, searchBody({ lead })));
    id = first.body.svc_lead_id;
    const again = () => answered(() => api.post(PATHS.search, searchBody({ lead, svc_lead_id: id })));
    last = await again();
    before_it = { ...(await poll(id)), stored: await sizeOf(id) };
    let runs = 1;
    let refused: Answered | undefined;
    while (runs < MAX_RUNS && !refused) {
      const answer = await again();
      if (answer.status === 200) last = answer;
      else refused = answer;
      if (answer.status === 200) runs += 1;
    }
    const after_it = { ...(await poll(id)), stored: await sizeOf(id) };
    const told = ({ bytes, read, median_ms, stored }: typeof after_it): string =>
      `answer ${bytes} B, read ${read} B, median ${median_ms.toFixed(1)} ms, stored ${stored} B`;
    console.log(
      `      after the first run again: ${told(before_it)}\n      after ${runs}: ${told(after_it)}`,
    );
    expect([refused?.status, refused?.body.code]).to.deep.equal([429, 'RATE_LIMITED']);
    expect(runs).to.equal(20);
    const seconds = Number(refused?.headers['retry-after']);
    expect(seconds).to.be.within(1, 30 * 60);
    expect(refused?.body['retry_after_seconds']).to.equal(seconds);
    expect(after_it.read, 'read by a poll').to.be.at.most(1.05 * before_it.read);
    // A run leaves a line in the timeline and one in the list of earlier runs.
    expect(after_it.stored, 'the search itself').to.be.at.most(before_it.stored + runs * 300);
  });

  it('a poll reads little more than it answers', async () => {
    const { bytes, read } = await poll(id);
    expect(read).to.be.at.most(2 * bytes);
  });

  it('results of the first run and of the last can be submitted', async () => {
    const resultOf = ({ body }: Answered): string => body.offers.at(-1)?.['svc_result_id'] as string;
    for (const answer of [first, last]) {
      const sent = await answered(() => api.post(PATHS.leads, resultBody(id, resultOf(answer))));
      expect(sent.body.code, sent.text).to.be.oneOf(['ACCEPTED', 'DUPLICATE', 'PENDING']);
    }
  });
});
