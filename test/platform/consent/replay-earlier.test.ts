import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { replayJournal } from '../../../src/app/person/replay-journal.js';
import type { IdentityKey } from '../../../src/core/search/search-record.js';
import { createIdentities } from '../../../src/platform/secrets/identity-secret.js';
import { erasePortsIn } from '../../support/erase-ports.js';
import { migratedServices, TEST_SECRET } from '../../support/services.js';
import { aLead, aSearch, minute } from '../../support/stored-records.js';

describe('a replay on a backup from before a record was sent again', () => {
  const services = migratedServices();
  let connection: Connection;
  before(async () => {
    connection = await services.migrated();
  });
  after(() => services.close());

  const ports = () => ({
    ...erasePortsIn(connection, minute(9)),
    identities: createIdentities(TEST_SECRET),
  });
  const emails = (...keys: readonly string[]): IdentityKey[] => keys.map((key) => ({ kind: 'email', key }));

  it('leaves who had it then, and erases what is or may be of the erased person', async () => {
    const leads = {
      bob: aLead({ state: 'rejected', identities: emails('key-of-bob') }),
      ada: aLead({ state: 'rejected', identities: emails('key-of-ada') }),
      anybody: aLead({ state: 'rejected' }),
      // Of a secret that the journal's hashes can't be compared with.
      former: aLead({ state: 'rejected', identities: emails('k01-key-of-ada') }),
    };
    const searches = {
      bob: aSearch({ state: 'done', identities: emails('key-of-bob') }),
      ada: aSearch({ state: 'done', identities: emails('key-of-ada') }),
    };
    const { leads: leadStore, searches: searchStore } = ports();
    for (const lead of Object.values(leads)) await leadStore.insert(lead);
    for (const search of Object.values(searches)) await searchStore.insert(search);
    const written = {
      ...{ number: 1, case: 'C-1', at: minute(5), keys: ['key-of-ada'], no_evidence: false },
      lead_ids: Object.values(leads).map(({ id }) => id),
      search_ids: Object.values(searches).map(({ id }) => id),
    };
    await replayJournal(ports(), { read: () => Promise.resolve([written]) });
    const left: string[] = [];
    for (const [whose, { id }] of Object.entries(leads))
      if (!(await leadStore.read(id))?.forgotten) left.push(`lead of ${whose}`);
    for (const [whose, { id }] of Object.entries(searches))
      if (!(await searchStore.read(id))?.forgotten) left.push(`search of ${whose}`);
    expect(left).to.deep.equal(['lead of bob', 'search of bob']);
  });
});
