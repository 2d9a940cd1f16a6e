import { expect } from 'chai';
import type { ResultStreams } from '../../../src/app/ports/result-streams.js';
import type { ShownSearch } from '../../../src/app/ports/search-store.js';
import { createResultStreams } from '../../../src/app/search/stream-results.js';
import { notFound, type RequestRefused } from '../../../src/app/request-refused.js';
import { aSearch } from '../../support/stored-records.js';

const OWNER = { affiliate_id: 'owner', is_test: false };

describe('the streams of a search', () => {
  const search = aSearch({
    ...{ affiliate_id: 'owner', campaign_id: 'c', state: 'asking', closes_at: new Date(Date.now() + 60_000) },
    partners: [{ offer_id: 'o', run: 1, state: 'asked', asked_at: new Date() }],
  });
  let streams: ResultStreams;
  /** Reads that wait for their answer, and what tells of a change. */
  let reads: ((found: ShownSearch) => void)[];
  let tell: () => void;
  beforeEach(() => {
    reads = [];
    const campaigns = new Map([['c', { affiliate: { id: 'owner' }, max_accepted_submissions: 3 }]]);
    streams = createResultStreams({
      searches: { readShown: () => new Promise((resolve) => reads.push(resolve)) },
      leads: { standings: () => Promise.resolve([]) },
      catalogue: { current: () => ({ campaigns }) },
      clock: () => new Date(),
      settings: { pollAfterMs: 1_000 },
      log: { error: () => undefined },
      waiters: {
        watch: (_: string, change: () => void) => {
          tell = change;
          return { heard: Promise.resolve(), leave: () => undefined };
        },
      },
    } as never);
  });

  const settle = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 5));
  async function answerReads(): Promise<void> {
    await settle();
    for (const answer of reads.splice(0)) answer(search);
    await settle();
  }
  function listenerOf(heard: string[]) {
    return {
      results: () => void heard.push('results'),
      refused: ({ refusal }: RequestRefused) => void heard.push(refusal.why),
    };
  }

  it('a stranger that asks for it first does not end the stream of its owner', async () => {
    const heard: string[] = [];
    const stranger = streams.listen({ ...OWNER, affiliate_id: 'stranger' }, search.id, listenerOf([]));
    const owner = streams.listen(OWNER, search.id, listenerOf(heard));
    const turnedAway = stranger.catch((error: unknown) => error);
    await answerReads();
    expect(await turnedAway).to.deep.include({ refusal: notFound('svc_lead_id').refusal });
    const { stop } = await owner;
    tell();
    await answerReads();
    stop();
    expect(heard).to.deep.equal(['results']);
  });
});
