import { isOutage } from '../../../src/app/outage.js';
import { expect } from 'chai';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { openPlatform, type Platform } from '../../../src/platform/process/platform.js';
import { startWorker, type RunningWorker } from '../../../src/platform/queues/worker.js';
import { portsOf } from '../../../workers/wiring/ports-of.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { sweep } from '../../../src/app/upkeep/sweep.js';
import { appliedCatalogue } from '../../support/applied-catalogue.js';
import { testLead } from '../../support/records.js';
import { migratedServices } from '../../support/services.js';
import { until } from '../../support/until.js';

const unlessOutage = (error: unknown): void => {
  if (!isOutage(error)) throw error;
};

/** A lease of a lead, an attempt's time limit and its grace are over. */
const A_WHILE_MS = 70_000;

describe('a job that no worker survives', () => {
  const services = migratedServices();
  let platform: Platform;
  let worker: RunningWorker | undefined;
  before(async () => {
    const connection = await services.migrated();
    await appliedCatalogue({ buyerUrl: 'http://127.0.0.1:1', directOffers: 1, partner: false }).apply(
      connection,
    );
    platform = await openPlatform(services.settings, 'worker');
    await platform.started;
  });
  afterEach(() => worker?.drain());
  after(async () => {
    await platform.close();
    await services.close();
  });

  /** Lets time pass and the sweeper sweep until the lead is one that nothing looks at any more. */
  async function endOf(
    id: string,
    end: 'dies' | 'throws',
    where: 'checks' | 'delivery',
  ): Promise<LeadRecord> {
    let passed = 0;
    let falls = 0;
    let wakeTheDead = (): void => undefined;
    const dead = new Promise<never>((_resolve, reject) => {
      wakeTheDead = () => {
        reject(new Error('the end of the test'));
      };
    });
    dead.catch(() => undefined);
    // What a process that is gone looks like to the queue: its job stays active, and is never heard of again.
    const fall = (): Promise<never> => {
      falls += 1;
      return end === 'dies' ? dead : Promise.reject(new Error('poison'));
    };
    const clock = () => new Date(Date.now() + passed);
    const real = portsOf(platform);
    const ports = {
      ...real,
      clock,
      ...(where === 'checks'
        ? { claims: { ...real.claims, take: fall } }
        : { destinations: { ...real.destinations, deliver: fall } }),
    };
    worker = startWorker({
      name: 'submit',
      settings: services.settings,
      concurrency: 30,
      log: platform.log,
      catalogue: platform.catalogue,
      process: (job) => runSubmit(ports, job),
    });
    try {
      for (let lives = 0; lives < 15; lives += 1) {
        const before = falls;
        const isOver = async () => (await platform.leads.read(id))?.due_at === undefined;
        const isWarned = async () => (await platform.leads.read(id))?.waiting?.why === 'stalls';
        const warned = await isWarned();
        // Again and again, as a sweeper does: on a busy machine a job may take too long to enqueue.
        const fell = async (): Promise<boolean> => {
          await sweep(ports).catch(unlessOutage);
          return falls > before || (await isOver()) || (!warned && (await isWarned()));
        };
        await until(fell, `fall ${before + 1} of ${id}`);
        if (await isOver()) break;
        passed += A_WHILE_MS;
      }
    } finally {
      wakeTheDead();
    }
    const lead = await platform.leads.read(id);
    if (!lead) throw new Error('lost');
    return lead;
  }

  for (const end of ['dies', 'throws'] as const) {
    it(`fails its lead when every worker ${end} before anything is sent`, async () => {
      const { due_at: _due, ...lead } = testLead({ id: `20000000-0000-4000-8000-00000000000${end.length}` });
      await platform.leads.insert({ ...lead, due_at: new Date(Date.now() - 10_000) });
      const { state, stalls, decision } = await endOf(lead.id, end, 'checks');
      expect([state, stalls, decision?.code]).to.deep.equal(['failed', 10, 'DELIVERY_FAILED']);
    });

    it(`leaves its lead to the operator when the worker ${end} while the request is open`, async () => {
      const { due_at: _due, ...lead } = testLead({ id: `30000000-0000-4000-8000-00000000000${end.length}` });
      await platform.leads.insert({ ...lead, identities: [], due_at: new Date(Date.now() - 10_000) });
      const { state, attempts } = await endOf(lead.id, end, 'delivery');
      expect([state, attempts.map(({ outcome }) => outcome)]).to.deep.equal(['unknown', ['unknown']]);
    });
  }

  it('leaves nothing in a set of failed jobs', async () => {
    const failed = await services.redis().keys(`*${services.redisPrefix}*:failed`);
    expect(failed).to.deep.equal([]);
  });
});
