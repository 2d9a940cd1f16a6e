import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../src/platform/mongo/stores/search-store.js';
import { derivedId } from '../../src/platform/catalogue-files/defaults.js';
import { testLead, testSearch } from '../support/records.js';
import { anExchange } from '../support/exchanges.js';
import { createExchangeStore } from '../../src/platform/mongo/exchanges/exchange-store.js';
import { useDataKeys } from '../../src/platform/mongo/sealing/data-keys-of.js';
import { parseDataKeys } from '../../src/platform/secrets/data-keys.js';
import { migratedServices, TEST_DATA_KEYS } from '../support/services.js';
import { runHere, runOk } from './run-cli.js';

const OFFER = derivedId('offer', 'lakeshore-nursing');
const LEAD = testLead({
  offer_id: OFFER,
  lead: { personal: { email: 'jane@example.com', phone: '6085550234' } },
});
const SEARCH = testSearch({ verdicts: [{ offer_id: OFFER, returned: true }], lead: LEAD.lead });

describe('leadkeep lead show, search show', function () {
  const services = migratedServices();
  const { env } = services;

  before(async () => {
    const connection = await services.connection();
    await services.migrated();
    await runOk(env, 'apply', 'examples/minimal.yaml');
    await createLeadStore(connection).insert(LEAD);
    await createSearchStore(connection).insert(SEARCH);
  });
  after(() => services.close());

  for (const [kind, id] of [
    ['lead', LEAD.id],
    ['search', SEARCH.id],
  ] as const) {
    it(`prints a ${kind} by handles, without personal data`, async () => {
      const { stdout } = await runOk(env, kind, 'show', id.toUpperCase());
      expect(stdout)
        .to.contain('lakeshore-nursing')
        .and.to.contain('j•••@e•••.com')
        .and.to.contain('•••••••234');
      for (const personal of ['jane', '608555', '203.0.113.7']) expect(stdout).to.not.contain(personal);
    });

    it(`reveals a ${kind}`, async () => {
      const { stdout } = await runOk(env, kind, 'show', id, '--reveal');
      expect(stdout)
        .to.contain('jane@example.com')
        .and.to.contain('6085550234')
        .and.to.contain('203.0.113.7');
    });

    it(`prints a ${kind} as JSON, masked too`, async () => {
      const { stdout } = await runOk(env, kind, 'show', id, '--json');
      const record = JSON.parse(stdout) as { id: string; lead: { personal: { email: string } } };
      expect([record.id, record.lead.personal.email]).to.deep.equal([id, 'j•••@e•••.com']);
      expect(stdout).to.not.contain('jane');
    });

    it(`shows what is in clear of a ${kind} whose data key is not there, and names the key`, async () => {
      const without = { ...env, DATA_KEYS: '' };
      const { stdout } = await runOk(without, kind, 'show', id);
      expect(stdout)
        .to.contain('lakeshore-nursing')
        .and.to.contain('can not be shown: the data key test is not available');
      expect(stdout).to.not.contain('not sent');
      const json = await runOk(without, kind, 'show', id, '--json');
      expect(JSON.parse(json.stdout)).to.include({ id, lacks_key: 'test' });
      const revealed = await runHere(without, kind, 'show', id, '--reveal');
      expect([revealed.code, revealed.stderr]).to.deep.equal([
        1,
        'leadkeep: The data key test is not available: set DATA_KEYS, or DATA_KEYS_FILE, to all keys of your installation\n',
      ]);
    });
  }

  describe('requests and answers', () => {
    const follow = anExchange({ record_id: LEAD.id, kind: 'follow_up', number: 2, destination: OFFER });
    before(async () => {
      const store = createExchangeStore(await services.connection());
      await store.add([anExchange({ record_id: LEAD.id, destination: OFFER }), follow]);
    });

    it('of an attempt, masked', async () => {
      const { stdout } = await runOk(env, 'lead', 'show', LEAD.id, '--attempt', '1');
      expect(stdout).to.contain('Delivery to lakeshore-nursing, attempt 1').and.to.contain('< HTTP 200');
      expect(stdout)
        .to.contain('"result": "•••"')
        .and.not.match(/Follow-up|ada/i);
    });

    it('revealed with a reason, as JSON, and in the audit log', async () => {
      const { stdout } = await runOk(
        ...([env, 'lead', 'show', LEAD.id, '--attempt', '2', '--reveal', '--json'] as const),
        ...(['--reason', 'A dispute'] as const),
      );
      const shown = JSON.parse(stdout) as { kind: string; request: { body: { text: string } } }[];
      expect(shown.map(({ kind }) => kind)).to.deep.equal(['follow_up']);
      expect(shown[0]?.request.body.text).to.contain('ada@example.com');
      const log = await runOk(env, 'audit-log', 'list');
      expect(log.stdout).to.contain('lead.reveal').and.to.contain('A dispute');
    });

    it('not without the data key of the lead, which says what names are hidden', async () => {
      const connection = await services.connection();
      const lead = testLead({ id: randomUUID(), offer_id: OFFER, lead: LEAD.lead });
      await createLeadStore(connection).insert(lead);
      const other = `other:${Buffer.alloc(32, 'other').toString('base64')}`;
      useDataKeys(connection, parseDataKeys(other));
      const answer = { status: 200, headers: {}, body: { text: '{"of_jane":1}' } };
      await createExchangeStore(connection).add([anExchange({ record_id: lead.id, answer })]);
      useDataKeys(connection, parseDataKeys(TEST_DATA_KEYS));
      const run = await runHere({ ...env, DATA_KEYS: other }, 'lead', 'show', lead.id, '--exchanges');
      expect([run.code, run.stdout]).to.deep.equal([1, '']);
      expect(run.stderr).to.contain('The data key test is not available');
    });

    it('all of them; and says so if there are none', async () => {
      const { stdout } = await runOk(env, 'lead', 'show', LEAD.id, '--exchanges');
      expect(stdout).to.contain('Delivery').and.to.contain('Follow-up');
      const none = await runHere(env, 'lead', 'show', LEAD.id, '--attempt', '7');
      expect(none).to.include({ code: 1 });
      expect(none.stderr).to.contain('No request is kept of attempt 7');
      expect((await runHere(env, 'search', 'show', SEARCH.id, '--exchanges')).stderr).to.contain(
        'this search',
      );
    });
  });

  it('says where the id of the other kind is to be looked up', async () => {
    const run = await runHere(env, 'lead', 'show', SEARCH.id);
    expect([run.code, run.stderr]).to.deep.equal([
      1,
      `leadkeep: There is no lead ${SEARCH.id}: it is a search, see \`leadkeep search show\`\n`,
    ]);
  });

  it('refuses an unknown id and what is none', async () => {
    const unknown = await runHere(env, 'search', 'show', '99999999-0000-4000-8000-000000000001');
    expect(unknown.stderr).to.equal(
      "leadkeep: There is no search 99999999-0000-4000-8000-000000000001; if this is a request_id, look for it in web's log: that line has the svc_lead_id\n",
    );
    const none = await runHere(env, 'lead', 'show', '12');
    expect([none.code, none.stderr]).to.deep.equal([1, 'leadkeep: ID must be a UUID; "12" is not one\n']);
  });
});
