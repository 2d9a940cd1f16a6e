import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { MissingDataKeyError } from '../../../src/app/outage.js';
import { readLockedLeads } from '../../../src/platform/mongo/alerts/locked-leads.js';
import { useDataKeys } from '../../../src/platform/mongo/sealing/data-keys-of.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { parseDataKeys } from '../../../src/platform/secrets/data-keys.js';
import { testLead } from '../../support/records.js';
import { migratedServices, TEST_DATA_KEYS } from '../../support/services.js';

const LOST = parseDataKeys(`lost:${Buffer.alloc(32, 'lost').toString('base64')}`);
const START = testLead().first_due_at;
const later = (seconds: number): Date => new Date(START.getTime() + seconds * 1_000);
const idOf = (n: number): string => `71000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

describe('leads whose data key nobody has', () => {
  const services = migratedServices();
  let connection: Connection;
  before(async () => {
    connection = await services.migrated();
  });
  after(() => services.close());

  /** A run as a worker makes it. */
  async function run(n: number, seconds: number): Promise<void> {
    const leads = createLeadStore(connection);
    const by = `run-${n}-${seconds}`;
    const taken = await leads.take(idOf(n), 1, later(seconds), later(seconds + 30), by);
    try {
      expect(taken?.lead).to.deep.equal(testLead().lead);
    } catch (error) {
      if (!(error instanceof MissingDataKeyError)) throw error;
      const broken = { id: idOf(n), submission: 1, by, data_key: error.key };
      await leads.requeue([broken], later(seconds), later(seconds + 5));
    }
  }

  it('are counted by the name of the key, and others go on', async () => {
    useDataKeys(connection, LOST);
    await createLeadStore(connection).insert(testLead({ id: idOf(1) }));
    useDataKeys(connection, parseDataKeys(TEST_DATA_KEYS));
    await createLeadStore(connection).insert(testLead({ id: idOf(2), lead: testLead().lead }));
    expect(await readLockedLeads(connection, later(0))).to.deep.equal([]);
    await run(1, 1);
    await run(2, 1);
    expect(await readLockedLeads(connection, later(2))).to.deep.equal([{ data_key: 'lost', leads: 1 }]);
    await run(1, 10);
    expect(await readLockedLeads(connection, later(11))).to.deep.equal([{ data_key: 'lost', leads: 1 }]);
    expect((await createLeadStore(connection).read(idOf(2)))?.waiting).to.equal(undefined);

    // The key is there again.
    useDataKeys(connection, LOST);
    await run(1, 20);
    const when = { id: idOf(1), submission: 1, states: ['working'] } as const;
    await createLeadStore(connection).transition(when, { state: 'queued', due_at: later(21), entries: [] });
    expect(await readLockedLeads(connection, later(22))).to.deep.equal([]);
  });
});
