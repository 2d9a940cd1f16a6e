import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { isDriverOutage } from '../../../../src/platform/process/outage.js';
import { flakyProxy } from '../../../support/flaky-proxy.js';
import { createLedger } from '../../../../src/platform/redis/ledger/ledger.js';
import {
  buckets,
  cap,
  counted,
  PREFIX,
  startLedgerServers,
  type LedgerServers,
} from '../../../support/ledger-servers.js';
import { replicated } from '../../../support/own-redis.js';

/** How long `min-replicas-max-lag` lets a replica be silent, in seconds. */
const MAX_LAG_S = 1;

/** What guarantees.md does not promise: how much more is sold, and until when. */
describe('the cap ledger on a master that does not know that another one was promoted', () => {
  let on: LedgerServers;
  let master: Redis;
  let replica: Redis;

  before(async () => {
    on = await startLedgerServers(2);
    [master, replica] = on.servers as [Redis, Redis];
  });
  after(() => on.close());
  beforeEach(() => on.empty());

  it('was frozen: sells no more than what was sent to it meanwhile', async () => {
    await on.follow(replica, master);
    expect(await on.sell(master)).to.equal('reserved');
    await replicated(master);
    const pid = Number(/process_id:(\d+)/.exec(await master.info('server'))?.[1]);
    process.kill(pid, 'SIGSTOP');
    try {
      const sent = [on.reserve(master, 'sent-1'), on.reserve(master, 'sent-2')];
      await pause(500);
      await on.promote(replica);
      expect([await on.sell(replica), await on.sell(replica)]).to.deep.equal(['reserved', 'reserved']);
      expect(await on.sell(replica)).to.equal('full');
      process.kill(pid, 'SIGCONT');
      const excess = (await Promise.all(sent)).filter((outcome) => outcome === 'reserved').length;
      console.log(
        `      sold beyond a cap of ${cap.limit}: ${excess} of the ${sent.length} that were on their way`,
      );
      expect(await on.reserve(master, 'sent later')).to.equal('stale');
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });

  it('is cut off from its replica: sells until min-replicas-max-lag is over', async () => {
    const { url: between, ...wire } = await flakyProxy(`redis://127.0.0.1:${master.options.port}`);
    try {
      await master.config('SET', 'min-replicas-max-lag', MAX_LAG_S);
      await replica.replicaof('127.0.0.1', Number(new URL(between).port));
      await on.linked(replica);
      expect(await on.sell(master)).to.equal('reserved');
      await replicated(master);
      await master.config('SET', 'min-replicas-to-write', 1);
      wire.lose();
      await on.promote(replica);
      expect(isDriverOutage(await untilRefused())).to.equal(true);
    } finally {
      await master.config('SET', 'min-replicas-to-write', 0);
      await wire.close();
    }
  });

  /** Reserves under a cap that is never full, until the master takes no more writes. Resolves with why. */
  async function untilRefused(): Promise<unknown> {
    const roomy = buckets.map((bucket) => ({ ...bucket, cap: { ...bucket.cap, limit: 1_000_000 } }));
    for (let n = 0; ; n += 1) {
      const asked = createLedger(master, PREFIX).reserve(`cut-off-${n}:1`, roomy, counted);
      const answer: unknown = await asked.catch((error: unknown) => error);
      if (answer instanceof Error) return answer;
      expect(answer).to.include({ outcome: 'reserved' });
      await pause(20);
    }
  }
});
