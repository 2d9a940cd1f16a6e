import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { createNewsStore } from '../../../src/platform/mongo/news/news-store.js';
import { useDataKeys } from '../../../src/platform/mongo/sealing/data-keys-of.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { parseDataKeys } from '../../../src/platform/secrets/data-keys.js';
import { privateServices, TEST_DATA_KEYS } from '../../support/services.js';
import { aLead, minute } from '../../support/stored-records.js';

const LOST = `lost:${Buffer.alloc(32, 'lost').toString('base64')}`;

describe('leads that owe news', () => {
  const services = privateServices();
  let connection: Connection;
  before(async () => {
    connection = await services.connection();
  });
  after(() => services.close());

  async function owe(keys: string, ids: readonly string[], at: Date): Promise<void> {
    useDataKeys(connection, parseDataKeys(keys));
    const owed = { kind: 'news', what: 'decided', since: at, submission: 1, state: 'accepted' } as const;
    for (const id of ids) await createLeadStore(connection).insert(aLead({ id, pending_effects: [owed] }));
  }

  it('are found behind older ones that no key opens, which wait for it', async () => {
    await owe(LOST, ['old-1', 'old-2', 'old-3'], minute(1));
    await owe(TEST_DATA_KEYS, ['new-1', 'new-2', 'new-3'], minute(2));
    const owing = async (limit: number) =>
      (await createNewsStore(connection).pending(limit)).map(({ id }) => id).sort();
    expect(await owing(2))
      .to.have.length(2)
      .and.to.satisfy((ids: string[]) => ids.every((id) => id.startsWith('new')));
    expect(await owing(500)).to.eql(['new-1', 'new-2', 'new-3']);
    useDataKeys(connection, parseDataKeys(`${TEST_DATA_KEYS},${LOST}`));
    expect(await owing(500)).to.have.length(6);
  });
});
