import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { bucketsFor, countedCaps } from '../../../../src/core/caps/cap-buckets.js';
import type { Cap, Catalogue } from '../../../../src/core/catalogue/types.js';
import type { CountedLead } from '../../../../src/core/caps/counted-leads.js';
import { createLedger } from '../../../../src/platform/redis/ledger/ledger.js';
import { ledgerKeys } from '../../../../src/platform/redis/ledger/ledger-keys.js';
import {
  isInService,
  rebuildLedger,
  type RebuildRequest,
} from '../../../../src/platform/redis/ledger/rebuild.js';
import { countedLead, testCap } from '../../../support/caps.js';
import { IDS } from '../../../support/catalogue.js';
import { countedLeads } from '../../../support/counted-leads.js';
import { forget, withCaps } from '../../../support/ledger.js';
import { privateServices, silentLog } from '../../../support/services.js';

const now = new Date();
const LIMIT = 5;
const cap = testCap({ id: 'day', limit: LIMIT });
const other = testCap({ id: 'total', window: 'total', limit: 1_000 });

describe('the cap ledger while caps come and go', () => {
  const services = privateServices();
  const prefix = services.redisPrefix;
  let redis: Redis;
  let leads: CountedLead[];
  let sold: string[];

  before(() => {
    redis = services.redis();
  });
  after(() => services.close());
  beforeEach(async () => {
    leads = [];
    sold = [];
    await forget(redis, prefix);
  });

  /** A worker process as the use cases go: intent, place, a rebuild where it is stale, the sale. */
  function process(name: string, catalogue: Catalogue) {
    const connection = redis.duplicate();
    const ledger = createLedger(connection, prefix);
    const campaign = catalogue.campaigns.get(IDS.campaign)!;
    const buckets = bucketsFor(
      { campaign, campaign_offer: campaign.offers.get(IDS.shared)!, program: undefined },
      now,
    );
    const counted = countedCaps(catalogue);
    const rebuild = async (when: NonNullable<RebuildRequest['when']>): Promise<boolean> => {
      const { scan } = countedLeads(leads);
      const request = { redis: connection, prefix, scan, catalogue, now, log: silentLog };
      return isInService(await rebuildLedger({ ...request, when }));
    };
    return {
      rebuild,
      close: () => {
        connection.disconnect();
      },
      async sell(): Promise<string> {
        const id = `${name}-${leads.length}`;
        leads.push(
          countedLead({ id, state: 'working', intent: { at: now, submission: 1, buyer_id: IDS.buyer } }),
        );
        const at = leads.length - 1;
        const reserve = () => ledger.reserve(`${id}:1`, buckets, counted);
        let { outcome } = await reserve();
        if (outcome === 'stale' && (await rebuild('when_stale'))) ({ outcome } = await reserve());
        if (outcome === 'reserved') sold.push(name);
        leads[at] = { ...leads[at]!, state: outcome === 'reserved' ? 'pending' : 'rejected' };
        return outcome;
      },
    };
  }
  const between = async (
    versions: readonly (readonly [string, number, readonly Cap[]])[],
    act: (...processes: ReturnType<typeof process>[]) => Promise<void>,
  ): Promise<void> => {
    const processes = versions.map(([name, version, caps]) => process(name, withCaps(caps, version)));
    try {
      await act(...processes);
    } finally {
      for (const { close } of processes) close();
    }
  };
  const sell = async (by: ReturnType<typeof process>, times: number): Promise<string[]> => {
    const outcomes: string[] = [];
    for (let i = 0; i < times; i += 1) outcomes.push(await by.sell());
    return outcomes;
  };

  it('counts what was sold while a cap was gone', () =>
    between(
      [
        ['with', 1, [cap, other]],
        ['without', 2, [other]],
        ['again', 3, [other, cap]],
      ],
      async (withIt, without, again) => {
        expect(await sell(withIt, 2)).to.deep.equal(['reserved', 'reserved']);
        expect(await sell(without, 2)).to.deep.equal(['reserved', 'reserved']);
        expect(await sell(withIt, 1), 'its catalogue is late').to.deep.equal(['stale']);
        expect(await sell(again, 2)).to.deep.equal(['reserved', 'full']);
        expect(await sell(without, 1), 'its catalogue is late').to.deep.equal(['stale']);
      },
    ));

  it('counts what was sold where no cap was left', () =>
    between(
      [
        ['with', 1, [cap]],
        ['without', 2, []],
        ['again', 3, [cap]],
      ],
      async (withIt, without, again) => {
        expect(await sell(withIt, 1)).to.deep.equal(['reserved']);
        expect(await sell(without, 4)).to.deep.equal(Array(4).fill('reserved'));
        expect(await sell(again, 1)).to.deep.equal(['full']);
      },
    ));

  for (const [what, isRestarted] of [
    ['a late sweeper counts the ledger again', false],
    ['Redis was restarted with its data', true],
  ] as const)
    it(`sells nothing past a cap that was counted already, when ${what}`, () =>
      between(
        [
          ['outdated_catalogue', 1, [other]],
          ['with', 2, [other, { ...cap, limit: 1 }]],
          ['again', 3, [other]],
        ],
        async (late, withIt, again) => {
          await late.rebuild('when_stale');
          expect(await sell(withIt, 1)).to.deep.equal(['reserved']);
          const restart = (): Promise<unknown> =>
            isRestarted
              ? redis.hset(ledgerKeys(prefix).root, 'promotion', 'of the server before')
              : late.rebuild('recount');
          await restart();
          expect(await sell(late, 2)).to.deep.equal(['stale', 'stale']);
          expect(await sell(withIt, 1)).to.deep.equal(['full']);
          await again.rebuild('when_stale');
          await restart();
          expect(await sell(late, 1), 'the same caps as in the newest version').to.deep.equal(['reserved']);
          expect(await sell(withIt, 1), 'still late').to.deep.equal(['stale']);
          expect(await late.rebuild('always'), 'an operator, after a restore').to.equal(true);
          expect(await sell(withIt, 1)).to.deep.equal(['full']);
        },
      ));

  for (const first of [[], [other]])
    it(`sells nothing past a cap that is added while late processes sell (${first.length} caps before)`, () =>
      between(
        [
          ['old', 1, first],
          ['old', 1, first],
          ['new', 2, [...first, cap]],
          ['new', 2, [...first, cap]],
        ],
        async (one, two, three, four) => {
          await sell(one, 1);
          const racing = [one, two].map((by) => sell(by, 12));
          while (sold.length < 2) await one.sell();
          racing.push(...[three, four].map((by) => sell(by, 12)));
          await Promise.all(racing);
          const firstNew = sold.indexOf('new');
          const old = sold.filter((name) => name === 'old').length;
          if (firstNew >= 0) expect(sold.slice(firstNew)).to.not.include('old');
          expect(sold.length).to.be.at.most(Math.max(LIMIT, old));
          expect(await sell(one, 1), 'the old ones wait').to.deep.equal(['stale']);
        },
      ));
});
