import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { confirmEffect } from '../../src/core/delivery/pending-effects.js';
import { ROLES } from '../../src/app/upkeep/roles.js';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import { createAuditLog } from '../../src/platform/mongo/audit/audit-log.js';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { ledgerKeys } from '../../src/platform/redis/ledger/ledger-keys.js';
import { createAuditKey } from '../../src/platform/secrets/audit-key.js';
import { testIntent } from '../support/audit-entries.js';
import { IDS } from '../support/catalogue.js';
import type { TestProcess } from '../support/processes.js';
import { TEST_SECRET } from '../support/services.js';
import { openStack, type Stack } from '../support/stack.js';
import { aLead } from '../support/stored-records.js';
import { until } from '../support/until.js';

const LEADS = 300;
const EVERY_MS = 80;

describe('two sweepers share the work', () => {
  let stack: Stack;
  let connection: Connection;

  before(async () => {
    stack = await openStack();
    await stack.migrate();
    await stack.apply();
    connection = await stack.services.connection();
  });
  after(() => stack.close());

  /** A lead that was sold now, and owes everything. */
  function sold(): LeadRecord {
    const at = new Date();
    const decision = { code: 'ACCEPTED', at, payout_cents: 900, source: 'buyer' } as const;
    const { due_at: _, ...lead } = aLead({ state: 'accepted', received_at: at, decision, revision: 1 });
    return {
      ...lead,
      pending_effects: [
        confirmEffect(lead, at),
        { kind: 'news', what: 'decided', since: at, submission: 1, state: 'accepted', decision },
        {
          ...{ kind: 'entry', what: 'sale', number: 0, since: at, by: 'buyer', buyer_id: IDS.buyer },
          ...{ buyer_cents: 4_250, affiliate_cents: 900, currency: 'USD', attempt: 1, catalogue_version: 1 },
        },
      ],
    };
  }
  /** The sweepers that have a role. */
  const atWork = async (): Promise<number> => {
    const found = await connection
      .collection<{ _id: string; owner: string; until: Date }>('leases')
      .find({ _id: { $in: ROLES.map((role) => `sweeper-${role}`) }, until: { $gt: new Date() } })
      .toArray();
    return new Set(found.map(({ owner }) => owner)).size;
  };
  const owing = () =>
    connection.collection('leads').countDocuments({ 'pending_effects.0': { $exists: true } });
  const idsIn = async (name: string, field: string): Promise<string[]> =>
    (await connection.collection(name).find().toArray()).map((one) => String(one[field])).sort();

  it('and one alone takes over when the other is killed: each lead is finished once', async () => {
    const sweepers: TestProcess[] = [];
    for (let n = 0; n < 2; n += 1) sweepers.push(await (await stack.start('sweeper')).ready());
    await until(async () => (await atWork()) === 2, 'both have a role');
    const leads = createLeadStore(connection);
    const all: LeadRecord[] = [];
    for (let n = 0; n < LEADS; n += 1) {
      const lead = sold();
      await leads.insert(lead);
      all.push(lead);
      if (n === LEADS / 3) sweepers[0]?.send('SIGKILL');
      await sleep(EVERY_MS);
    }
    await until(async () => (await owing()) === 0, 'no lead owes anything');
    expect(await atWork()).to.equal(1);
    const ids = all.map(({ id }) => id).sort();
    expect(await idsIn('entries', 'lead_id')).to.deep.equal(ids);
    expect(await idsIn('lead_news', 'lead_id')).to.deep.equal(ids);
    await until(
      async () => (await idsIn('lead_news', 'position')).every((one) => one !== 'undefined'),
      'the feed has all',
    );
    const positions = (await connection.collection('lead_news').find().toArray()).map((one) =>
      Number(one['position']),
    );
    expect(positions.sort((a, b) => a - b)).to.deep.equal(positions.map((_, n) => n + 1));
  });

  it('also while nothing can be written to the folders outside the database', async () => {
    const log = createAuditLog(connection, createAuditKey(TEST_SECRET));
    await log.append(testIntent());
    const outside = { AUDIT_ANCHOR_FILE: '/dev/null/anchors', CONSENT_HEADS_DIR: '/dev/null/heads' };
    const before = await atWork();
    for (let n = 0; n < 2; n += 1) {
      const sweeper = await stack.start('sweeper', outside);
      await sweeper.says('anchoring the audit log failed');
    }
    // Who leaves its roles does so at the next look, after two seconds.
    await sleep(6_000);
    await until(async () => (await atWork()) === before + 2, 'all have a role');
  });

  it('and count the cap ledger, though nobody sells', async () => {
    const redis = stack.services.redis();
    const { root } = ledgerKeys(stack.services.redisPrefix);
    await (await stack.start('sweeper')).ready();
    await redis.del(root);
    await until(async () => (await redis.hget(root, 'token')) !== null, 'it was counted');
  });
});
