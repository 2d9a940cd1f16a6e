import { expect } from 'chai';
import { identityForms } from '../../src/core/lead/identity.js';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import { trackingKeys } from '../../src/core/lead/tracking-keys.js';
import { createIdentities } from '../../src/platform/secrets/identity-secret.js';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { testLead } from '../support/records.js';
import { migratedServices } from '../support/services.js';
import { runHere } from './run-cli.js';

const PERSON = { personal: { email: 'jane@example.com', phone: '6085550234' } };
const LONG = 'campaign '.repeat(60).trim();
const id = (n: number): string => `20000000-0000-4000-8000-00000000000${n}`;

describe('leadkeep lead find', () => {
  const services = migratedServices();
  const { env } = services;
  const find = (...args: string[]) => runHere(env, 'lead', 'find', ...args);
  const idsFound = async (...args: string[]): Promise<string[]> => {
    const { code, stdout, stderr } = await find(...args, '--json');
    expect(code, stderr).to.equal(0);
    return (JSON.parse(stdout) as LeadRecord[]).map((lead) => lead.id);
  };

  before(async () => {
    await services.migrated();
    const connection = await services.connection();
    const leads = createLeadStore(connection);
    const identities = createIdentities(services.settings.identitySecret);
    const put = async (n: number, lead: LeadRecord['lead']): Promise<void> => {
      const keys = identities.keysOf(identityForms(lead));
      const received_at = new Date(Date.UTC(2026, 10, 20, n));
      const record = testLead({ id: id(n), lead, identities: keys, received_at });
      const tracking = { ip_address: '203.0.113.7', subid2: 'spring', subid3: LONG, fbclid: `Click-${n}` };
      const tracking_keys = trackingKeys(tracking, (text) => identities.keyedHash(text), `order ${n}`);
      await leads.insert({
        ...record,
        reference: `L-${n}`,
        request_id: `call-${n}`,
        tracking,
        tracking_keys,
      });
    };
    await put(1, PERSON);
    await put(2, { personal: { ...PERSON.personal, email: 'other@example.com' } });
    await put(3, PERSON);
  });
  after(() => services.close());

  it('finds the leads of a person, also refused ones, however the address is written, newest first', async () => {
    expect(await idsFound('--email', ' JANE@Example.com ')).to.deep.equal([id(3), id(1)]);
    expect(await idsFound('--phone', '(608) 555-0234')).to.deep.equal([id(3), id(2), id(1)]);
    expect(await idsFound('--phone', '608 555 0234', '--email', 'jane@example.com')).to.deep.equal([
      ...[id(3), id(2), id(1)],
    ]);
  });

  it('still takes --all, which was needed for refused leads', async () => {
    expect(await idsFound('--email', 'jane@example.com', '--all')).to.deep.equal([id(3), id(1)]);
    const { stdout, stderr } = await find('--email', 'nobody@example.com', '--all');
    expect([stdout, stderr]).to.deep.equal(['No leads found.\n', '']);
  });

  it("finds a lead by the buyer's reference, also a refused one", async () => {
    expect(await idsFound('--reference', 'L-3')).to.deep.equal([id(3)]);
    expect(await idsFound('--reference', 'L-3', '--email', 'jane@example.com')).to.deep.equal([id(3), id(1)]);
  });

  it('shows the newest of the leads that a buyer gave one reference, and says that there are more', async () => {
    const leads = (await services.connection()).collection('leads');
    const record = await leads.findOne({ reference: 'L-1' });
    const many = Array.from({ length: 201 }, (_, n) => ({
      ...{ ...record, _id: `same ${n}` as never, reference: 'OK', identities: [], tracking_keys: [] },
      received_at: new Date(Date.UTC(2026, 10, 19) + n),
    }));
    await leads.insertMany(many);
    const { stdout, stderr } = await find('--reference', 'OK', '--json');
    await leads.deleteMany({ reference: 'OK' });
    expect((JSON.parse(stdout) as LeadRecord[]).map((lead) => lead.id)).to.deep.equal(
      many
        .map(({ _id }) => _id as string)
        .slice(1)
        .reverse(),
    );
    expect(stderr).to.contain('More leads match; these are the newest 200.');
  });

  it('finds a lead by a subid of any length that a submit takes', async () => {
    expect(await idsFound('--subid', LONG)).to.deep.equal([id(3), id(2), id(1)]);
    expect(await idsFound('--subid', LONG.slice(1))).to.deep.equal([]);
  });

  it('refuses a number that it can not read for certain, where its last ten digits are somebody else', async () => {
    for (const phone of ['+44 608 555 0234', '6085550234 x1', '608555023.4', '99608-555-0234']) {
      const { code, stdout } = await find('--phone', phone);
      expect([code, stdout], phone).to.deep.equal([1, '']);
    }
  });

  it('finds leads by request id, click id, external id and subid, newest first', async () => {
    expect(await idsFound('--request-id', 'call-2')).to.deep.equal([id(2)]);
    expect(await idsFound('--click-id', ' Click-3 ')).to.deep.equal([id(3)]);
    expect(await idsFound('--click-id', 'click-3')).to.deep.equal([]);
    expect(await idsFound('--subid', 'spring')).to.deep.equal([id(3), id(2), id(1)]);
    expect(await idsFound('--external-id', 'order 2')).to.deep.equal([id(2)]);
    expect(await idsFound('--subid', 'sprin')).to.deep.equal([]);
  });

  it('keeps a click id as a keyed hash alone in what it looks up, and masks it', async () => {
    const stored = await (await services.connection()).collection('leads').findOne({ request_id: 'call-1' });
    expect(JSON.stringify(stored?.['tracking_keys'])).to.contain('subid:spring').and.to.not.contain('Click');
    const { stdout } = await find('--click-id', 'Click-1', '--json');
    expect(stdout).to.contain('"subid2": "spring"').and.to.not.contain('Click-1');
  });

  it('prints a table without personal data', async () => {
    const { stdout } = await find('--email', 'jane@example.com');
    expect(stdout).to.contain(id(1)).and.to.contain('j•••@e•••.com').and.to.not.contain('jane@');
    expect((await find('--email', 'nobody@example.com')).stdout).to.equal('No leads found.\n');
  });

  it('refuses what it can not look for, and another secret than that of the data', async () => {
    for (const [args, said] of [
      [
        [],
        'leadkeep: Give --email, --phone, --reference, --request-id, --click-id, --subid or --external-id\n',
      ],
      [['--email', 'jane'], 'leadkeep: --email is not a value that a lead can have\n'],
    ] as const)
      expect(await find(...args)).to.include({ code: 1, stderr: said });
    const other = { ...env, IDENTITY_SECRET: 'another secret than the one before, 32+' };
    const run = await runHere(other, 'lead', 'find', '--phone', '6085550234');
    expect(run.code).to.equal(1);
    expect(run.stderr).to.match(/^leadkeep: Settings: IDENTITY_SECRET is not the secret/);
  });
});
