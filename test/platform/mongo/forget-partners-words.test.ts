import { expect } from 'chai';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { forgetPartnersWords } from '../../../src/platform/mongo/forget-partners-words.js';
import { migrate } from '../../../src/platform/mongo/migrations.js';
import { toDocument } from '../../../src/platform/mongo/stores/documents.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { createIdentities } from '../../../src/platform/secrets/identity-secret.js';
import { privateServices } from '../../support/services.js';
import { aResult } from '../../support/search-runs.js';
import { aLead, minute } from '../../support/stored-records.js';

const DAY_MS = 86_400_000;

describe('what a partner wrote for a person whom a former build removed', () => {
  const services = privateServices();
  after(() => services.close());

  it('is removed by migrate, until no process of that build runs any more', async () => {
    const connection = await services.connection();
    const forgotten = { at: minute(0), why: 'retention' } as const;
    const direct = {
      ...aResult('r', 1).terms,
      ...{ offer_name: 'For Ada', tcpa_text: null, form_fields: [] },
      programs: [{ value: 'bsn', label: 'BSN, for Ada', payout_cents: 2_000 }],
    };
    const school = { name: 'For Ada' };
    const partners = { ...direct, school, reference: 'r-1', payout_cents: 2_000 };
    const store = async (over: Partial<LeadRecord>): Promise<string> => {
      const lead = aLead(over);
      await connection.collection('leads').insertOne(toDocument(lead) as object);
      return lead.id;
    };
    const left = { ...partners, offer_name: '', programs: [{ ...direct.programs[0], label: '' }] };
    const { school: _, ...wordless } = left;
    const termsOf = async (id: string) => (await createLeadStore(connection).read(id))?.terms;

    const first = await store({ forgotten, terms: partners });
    const others = [await store({ forgotten, terms: direct }), await store({ terms: partners })];
    await migrate(connection, createIdentities(services.settings.identitySecret));
    expect(await termsOf(first)).to.deep.equal(wordless);
    expect(await Promise.all(others.map(termsOf))).to.deep.equal([direct, partners]);

    // A process of that build removed the person meanwhile.
    const second = await store({ forgotten, terms: partners });
    const later = new Date(Date.now() + 2 * DAY_MS);
    await forgetPartnersWords(connection, later);
    expect(await termsOf(second)).to.deep.equal(wordless);
    const third = await store({ forgotten, terms: partners });
    await forgetPartnersWords(connection, later);
    expect(await termsOf(third), 'leads are not read again').to.deep.equal(partners);
  });
});
