import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { derivedId } from '../../src/platform/catalogue-files/defaults.js';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../src/platform/mongo/stores/search-store.js';
import { testLead, testSearch } from '../support/records.js';
import { migratedServices } from '../support/services.js';
import { runHere } from './run-cli.js';

const CATALOGUE = `
version: 1
affiliates: [{ handle: northwind, name: N }]
buyers: [{ handle: lakeshore, name: L }]
offers:
  - handle: nursing
    name: N
    buyer: lakeshore
    offer_type: shared
    consent_required: false
    eligibility: [{ field: address.state, in: [IL, WI] }]
    delivery:
      url: https://crm.example/leads
      body: '{ "phone": lead.personal.phone, "zip": lead.address.zip_code }'
  - handle: edumatch
    name: M
    buyer: lakeshore
    kind: partner
    offer_type: shared
    partner:
      search:
        url: https://api.example/match
        body: '{ "zip": lead.address.zip_code, "mail": $sha256(lead.personal.email) }'
      submit: { url: https://api.example/submit }
campaigns:
  - handle: edu
    name: E
    affiliate: northwind
    offers: [{ offer: nursing, payout: 30 }, { offer: edumatch, payout: 20 }]
`;
const id = (n: number): string => `10000000-0000-4000-8000-00000000000${n}`;

describe('leadkeep apply --dry-run --replay', () => {
  const services = migratedServices();
  const { env } = services;
  let dir: string;
  const replay = (text: string, ...more: string[]) => {
    writeFileSync(join(dir, 'draft.yaml'), text);
    return runHere(env, 'apply', join(dir, 'draft.yaml'), '--dry-run', '--replay', '1000', ...more);
  };

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'leadkeep-replay-'));
    writeFileSync(join(dir, 'catalogue.yaml'), CATALOGUE);
    await services.migrated();
    const applied = await runHere(env, 'apply', join(dir, 'catalogue.yaml'));
    expect(applied.code, applied.stderr).to.equal(0);
    const connection = await services.connection();
    const campaign_id = derivedId('campaign', 'edu');
    const affiliate_id = derivedId('affiliate', 'northwind');
    const offer_id = derivedId('offer', 'nursing');
    await createSearchStore(connection).insert(testSearch({ id: id(1), affiliate_id, campaign_id }));
    const leads = createLeadStore(connection);
    const lead = testLead({ id: id(2), affiliate_id, campaign_id, offer_id, form: 'B' });
    await leads.insert(lead);
    const elsewhere = { ...lead.lead, address: { state: 'IL', zip_code: '60601' } };
    await leads.insert({ ...lead, id: id(3), lead: elsewhere });
    // Whose persons were removed: nothing is known of them.
    const forgotten = { at: new Date(), why: 'erasure' } as const;
    await leads.insert({ ...lead, id: id(4), lead: {}, forgotten });
    await createSearchStore(connection).insert(
      testSearch({ id: id(5), affiliate_id, campaign_id, lead: {}, forgotten }),
    );
  });
  after(async () => {
    await rm(dir, { recursive: true });
    await services.close();
  });

  it('shows which would be decided and offered otherwise, and by which rule', async () => {
    const { code, stdout, stderr } = await replay(CATALOGUE.replace('[IL, WI]', '[IL]'));
    expect(code, stderr).to.equal(0);
    expect(stdout)
      .to.contain('Compared the last 2 leads and 1 search under version 1')
      .and.match(
        /\n +1 +nursing: passes → NOT_ELIGIBLE, eligibility: address\.state \(takes State is IL\)\n +eligibility:\n/,
      )
      .and.contain(id(2))
      .and.contain('OFFERED DIFFERENTLY (searches)')
      .and.contain(id(1))
      .and.not.contain(id(3));
    expect(stdout).to.not.contain('ann@example.com');
  });

  it('names what would be mapped otherwise, without a value', async () => {
    const { stdout } = await replay(CATALOGUE.replace('"phone": lead', '"phone": "+1" & lead'));
    expect(stdout)
      .to.match(/MAPPED DIFFERENTLY \(requests\)\n +2 +nursing: body\.phone\n/)
      .and.not.contain('DECIDED')
      .and.not.contain('608555');
  });

  it('names what partners would be asked otherwise, without a value', async () => {
    const pairs =
      '{ "zip": lead.address.zip_code, "fields": [lead.personal.{ "name": "mail", "value": email }] }';
    const body = /\{ "zip".*\}(?=')/;
    expect(CATALOGUE).to.match(body);
    const { stdout } = await replay(CATALOGUE.replace(body, pairs));
    expect(stdout)
      .to.match(/MAPPED DIFFERENTLY \(requests\)\n +1 +edumatch: body\.mail, body\.fields\n/)
      .and.contain(id(1))
      .and.not.match(/DECIDED|OFFERED/);
    const broken = await replay(CATALOGUE.replace(body, '{ "zip": $number(lead.personal.email) }'));
    expect(broken.stdout).to.match(/ 1 +edumatch: can't be written: body fails at "number"/);
    const moved = await replay(CATALOGUE.replace('api.example/match', 'api.example/v2/match'));
    expect(moved.stdout).to.match(/ 1 +edumatch: url\n/);
    for (const told of [stdout, broken.stdout, moved.stdout])
      expect(told).to.not.match(/ann@|53703|[0-9a-f]{64}/);
  });

  it('says nothing of how a partner’s results are read', async () => {
    const draft = CATALOGUE.replace(
      'api.example/match',
      "api.example/match\n        results: 'body.matches'",
    );
    const { stdout } = await replay(draft);
    expect(stdout).to.contain('Nothing would be offered, mapped or decided differently.');
  });

  it('names the terms that searches would show otherwise', async () => {
    const { stdout } = await replay(CATALOGUE.replace('payout: 30', 'payout: 31'));
    expect(stdout).to.match(/OFFERED DIFFERENTLY \(searches\)\n +1 +nursing: .*payout_cents/);
  });

  it('says so when nothing would be otherwise, and writes nothing', async () => {
    const { stdout } = await replay(CATALOGUE.replace('name: L }', 'name: Lakeshore }'));
    expect(stdout).to.contain('Nothing would be offered, mapped or decided differently.');
    const history = await runHere(env, 'catalogue', 'history', '--json');
    expect((JSON.parse(history.stdout) as { versions: unknown[] }).versions).to.have.length(1);
  });

  it('is refused without --dry-run', async () => {
    writeFileSync(join(dir, 'draft.yaml'), CATALOGUE);
    const { code, stderr } = await runHere(env, 'apply', join(dir, 'draft.yaml'), '--replay', '5');
    expect([code, stderr]).to.deep.equal([1, 'leadkeep: --replay only compares: add --dry-run\n']);
  });
});
