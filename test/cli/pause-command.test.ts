import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import { derivedId } from '../../src/platform/catalogue-files/defaults.js';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { testLead, testAttempt } from '../support/records.js';
import { migratedServices } from '../support/services.js';
import { runHere, runOk } from './run-cli.js';

describe('leadkeep pause, of what leads wait for', () => {
  const services = migratedServices();
  const { env } = services;

  before(async () => {
    await services.migrated();
    await runOk(env, 'apply', 'examples/minimal.yaml');
  });
  after(() => services.close());

  const stored = async (over: Partial<LeadRecord>): Promise<void> => {
    const offer_id = derivedId('offer', 'lakeshore-nursing');
    const campaign_id = derivedId('campaign', 'northwind-edu');
    const lead = testLead({ id: randomUUID(), offer_id, campaign_id, ...over });
    await createLeadStore(await services.connection()).insert(lead);
  };
  const said = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runHere(env, ...args);
    expect([code, stderr], args.join(' ')).to.deep.equal([0, '']);
    return stdout.trimEnd();
  };

  it('says nothing of leads that a buyer has or may have, or that have ended', async () => {
    await stored({ state: 'pending', attempts: [testAttempt({ outcome: 'pending' })] });
    await stored({ state: 'waiting', attempts: [testAttempt({ outcome: 'unknown' })] });
    await stored({ state: 'sending', attempts: [testAttempt({ outcome: 'open' })] });
    await stored({ state: 'rejected' });
    await stored({ offer_id: randomUUID(), campaign_id: randomUUID() });
    expect(await said('pause', 'offer', 'lakeshore-nursing')).to.equal(
      'Paused within 5 seconds: offer lakeshore-nursing. No lead waits for it.',
    );
  });

  it('says how many wait, and what becomes of them', async () => {
    await stored({ state: 'queued' });
    expect(await said('pause', 'buyer', 'lakeshore')).to.equal(
      'Paused within 5 seconds: buyer lakeshore. 1 lead waits for it and is rejected (OFFER_UNAVAILABLE) when it is due, unless it is resumed first.',
    );
    await stored({ state: 'saved', due_at: new Date(Date.now() + 86_400_000) });
    await stored({ state: 'waiting', attempts: [testAttempt({ outcome: 'retry' })] });
    expect(await said('pause', 'campaign', 'northwind-edu')).to.equal(
      'Paused within 5 seconds: campaign northwind-edu. 3 leads wait for it and are rejected (OFFER_UNAVAILABLE) when they are due, unless it is resumed first.',
    );
    const unchanged = 'Nothing changes: everything is already as you asked.';
    expect(await said('pause', 'offer', 'lakeshore-nursing')).to.equal(unchanged);
    expect(await said('resume', 'offer', 'lakeshore-nursing')).to.equal(
      'Resumed within 5 seconds: offer lakeshore-nursing.',
    );
  });
});
