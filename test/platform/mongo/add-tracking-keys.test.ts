import { expect } from 'chai';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { clickKey, subidKey } from '../../../src/core/lead/tracking-keys.js';
import { migrate } from '../../../src/platform/mongo/migrations.js';
import { toDocument } from '../../../src/platform/mongo/stores/documents.js';
import { createLeadOverview } from '../../../src/platform/mongo/stores/lead-overview.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { createIdentities } from '../../../src/platform/secrets/identity-secret.js';
import { privateServices } from '../../support/services.js';
import { aLead } from '../../support/stored-records.js';

const ip_address = '203.0.113.7';

describe('the keys of leads of an earlier build', function () {
  const services = privateServices();
  const identities = createIdentities(services.settings.identitySecret);
  const keyOf = (value: string): string => clickKey(value, (text) => identities.keyedHash(text));
  after(() => services.close());

  it('are added by migrate, which continues after an interruption', async () => {
    const connection = await services.connection();
    const store = createLeadStore(connection);
    const begin = Date.now() - 1_200 * 300_000;
    const at = (n: number): Date => new Date(begin + n * 300_000);
    const lead = (n: number, over: Partial<LeadRecord>): LeadRecord =>
      aLead({ id: `lead-${n}`, received_at: at(n), ...over });
    const earlier = Array.from({ length: 1_100 }, (_, n) =>
      lead(n, n % 2 === 0 ? {} : { tracking: { ip_address, gclid: `click-${n}`, subid: 'spring' } }),
    );
    await connection.collection('leads').insertMany(earlier.map((one) => toDocument(one)) as object[]);
    await store.insert(lead(1_100, { tracking: { ip_address, subid: 'a' }, tracking_keys: ['subid:own'] }));

    let hashed = 0;
    const keyedHash = (text: string): string => {
      if ((hashed += 1) > 400) throw new Error('killed');
      return identities.keyedHash(text);
    };
    const killed: unknown = await migrate(connection, { ...identities, keyedHash }).catch((e: unknown) => e);
    expect(killed).to.have.property('message', 'killed');
    hashed = 0;
    await migrate(connection, { ...identities, keyedHash });
    expect(hashed, 'what the first run did is not done again').to.be.below(400);

    const keys = async (n: number): Promise<unknown> => (await store.read(`lead-${n}`))?.tracking_keys;
    for (const n of [1, 555, 1_099])
      expect(await keys(n), String(n)).to.deep.equal([keyOf(`click-${n}`), subidKey('spring')]);
    expect(await keys(2)).to.equal(undefined);
    expect(await keys(1_100), 'a lead of this build keeps its own').to.deep.equal(['subid:own']);
    const to = new Date();
    const { leads } = await createLeadOverview(connection).page({ to, click_key: keyOf('click-7') }, 10);
    expect(leads.map(({ id }) => id)).to.deep.equal(['lead-7']);

    await store.insert(lead(2_000, { tracking: { ip_address, subid: 'late' }, received_at: new Date() }));
    hashed = 0;
    await migrate(connection, { ...identities, keyedHash });
    expect(await keys(2_000), 'a former process stored it meanwhile').to.deep.equal(['subid:late']);
    expect(hashed, 'older leads are not read again').to.equal(0);
  });
});
