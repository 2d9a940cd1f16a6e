import { expect } from 'chai';
import { fullBuckets } from '../../../src/app/search/full-buckets.js';
import { planOf } from '../../../src/core/search/campaign-plan.js';
import { testCap } from '../../support/caps.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';

const START = new Date('2026-11-21T17:00:00Z').getTime();

/** Looks for full caps of the shared offer's campaign, each time so many milliseconds after the start. */
function world(limit: number, used: (asked: number) => number | 'stale') {
  let asked = 0;
  const catalogueOf = (most: number) =>
    testCatalogue({ offers: { [IDS.shared]: { caps: [testCap({ limit: most })] } } });
  const work = fakeWork(catalogueOf(limit));
  const ledger: typeof work.ledger = {
    ...work.ledger,
    used(buckets) {
      const now = used(asked);
      asked += 1;
      return Promise.resolve(now === 'stale' ? now : buckets.map(() => now));
    },
  };
  const lookIn = async (catalogue: ReturnType<typeof catalogueOf>, atMs: number): Promise<boolean> => {
    const plan = planOf(catalogue.campaigns.get(IDS.campaign)!);
    const isFull = await fullBuckets({ ...work.ports, ledger }, plan.offers, new Date(START + atMs));
    return isFull !== undefined;
  };
  const first = catalogueOf(limit);
  return {
    asked: () => asked,
    look: (atMs: number) => lookIn(first, atMs),
    lookWithLimit: (most: number, atMs: number) => lookIn(catalogueOf(most), atMs),
  };
}

describe('caps with much room', () => {
  it('are asked for four times a second, however many searches there are', async () => {
    const { look, asked } = world(150, () => 50);
    for (let at = 0; at < 1_000; at += 10) expect(await look(at)).to.equal(false);
    expect(asked()).to.equal(4);
  });

  it('are asked for each time as soon as fewer than 100 places are left', async () => {
    const { look, asked } = world(150, (before) => (before === 0 ? 50 : before < 3 ? 51 : 150));
    const shown: boolean[] = [];
    for (const at of [0, 100, 250, 251, 252]) shown.push(await look(at));
    expect(shown).to.deep.equal([false, false, false, false, true]);
    expect(asked()).to.equal(4);
  });

  it('hide their offers at once when a new catalogue lowers the limit', async () => {
    const { look, lookWithLimit } = world(200, () => 50);
    expect(await look(0)).to.equal(false);
    expect(await lookWithLimit(50, 1)).to.equal(true);
  });

  it('are asked for again when a clock was set back, and while the ledger is rebuilt', async () => {
    const { look, asked } = world(200, (before) => (before > 1 ? 'stale' : 0));
    await look(10_000);
    await look(0);
    expect(asked()).to.equal(2);
    await look(300);
    await look(301);
    // Of a ledger that is rebuilt, each look asks twice.
    expect(asked()).to.equal(6);
  });
});
