import { testAttempt } from '../../support/records.js';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { keepEvidence } from '../../../src/app/consent/keep-evidence.js';
import { readPerson } from '../../../src/app/person/find-person.js';
import { createConsentStore } from '../../../src/platform/mongo/consent/consent-store.js';
import { createExchangeStore } from '../../../src/platform/mongo/exchanges/exchange-store.js';
import { createErasureStore } from '../../../src/platform/mongo/person/erasure-store.js';
import { createPersonStore } from '../../../src/platform/mongo/person/person-store.js';
import { sealerOf } from '../../../src/platform/mongo/sealing/keyed-sealer.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../../src/platform/mongo/stores/search-store.js';
import { migratedServices } from '../../support/services.js';
import { aLead, minute } from '../../support/stored-records.js';

const NOW = minute(0);
const sent = testAttempt({ number: 1, submission: 1, at: NOW, timeout_ms: 1_000, outcome: 'accepted' });

describe('a person of whom only evidence is left', function () {
  const services = migratedServices();
  let connection: Connection;
  before(async () => {
    connection = await services.migrated();
  });
  after(() => services.close());

  const storesOf = () => ({
    leads: createLeadStore(connection),
    searches: createSearchStore(connection),
    consents: createConsentStore(connection),
    exchanges: createExchangeStore(connection),
    erasures: createErasureStore(connection),
    ...{ suppressionStore: { under: () => Promise.resolve([]) }, sealer: sealerOf(connection) },
    clock: () => NOW,
  });

  it('is found, exported and erased by it', async () => {
    const stores = storesOf();
    const key = 'key of ada';
    const identities = [
      { kind: 'email', key },
      { kind: 'name_address', key: `name of ${key}` },
    ] as const;
    const lead = aLead({ state: 'accepted', attempts: [sent], identities });
    await stores.leads.insert(lead);
    await keepEvidence(stores, [lead]);
    const persons = createPersonStore(connection);
    await persons.forgetLead(lead, { at: NOW, why: 'retention' });
    await persons.forgetLabels([lead.id]);
    expect((await stores.leads.read(lead.id))?.identities).to.deep.equal([]);
    const { leads, consents } = await readPerson(stores, [key]);
    expect(leads.map(({ id }) => id)).to.deep.equal([lead.id]);
    expect(consents[0]?.evidence.person.email).to.equal('ada@example.com');
    expect((await stores.erasures.find([`name of ${key}`])).lead_ids).to.deep.equal([]);
    expect((await stores.erasures.find([key], new Date(NOW.getTime() - 1))).lead_ids).to.deep.equal([]);
    expect(await stores.consents.removeOf([lead.id])).to.equal(1);
    expect((await stores.erasures.find([key])).lead_ids).to.deep.equal([]);
  });
});
