import { expect } from 'chai';
import { openPostingLink, POSTING_PATH } from '../../src/app/posting-spec/posting-links.js';
import type { Catalogue } from '../../src/core/catalogue/types.js';
import { IDS, testCatalogue } from '../support/catalogue.js';
import { startOperatorApi, type TestOperatorApi } from '../support/operator-api.js';

const CAMPAIGNS = '/api/v1/operator/campaigns';
const DAY_MS = 86_400_000;

describe('operator API: posting specifications', () => {
  const catalogue: Catalogue = testCatalogue();
  const [campaign] = catalogue.campaigns.values();
  const at = `${CAMPAIGNS}/${campaign!.handle}`;
  let api: TestOperatorApi;
  before(async () => {
    api = await startOperatorApi({ publicUrl: 'https://leads.example.com' }, catalogue);
  });
  after(() => api.close());

  it('tells every offer of the campaign with its money by program, without a buyer or an address', async () => {
    const { status, body } = await api.get(`${at}/posting`);
    expect(status).to.equal(200);
    expect(body).to.nested.include({ 'campaign.handle': campaign!.handle, 'affiliate.status': 'active' });
    expect(body).to.include({ allow_fallbacks: false, base_url: 'https://leads.example.com' });
    expect(body['offers']).to.have.length(campaign!.offers.size);
    expect(JSON.stringify(body)).to.not.match(/"buyer|"url"/);
    const offers = body['offers'] as readonly {
      readonly id: string;
      readonly programs: readonly { readonly value: string }[];
    }[];
    const exclusive = offers.find(({ id }) => id === IDS.exclusive);
    expect(exclusive?.programs.find(({ value }) => value === 'rn-to-msn')).to.include({
      ...{ payout_cents: 3_600, price_cents: 9_999 },
    });
    expect((await api.get(`${CAMPAIGNS}/nobody/posting`)).status).to.equal(404);
  });

  it('makes a link that works, and an entry in the audit log without it', async () => {
    const { status, body } = await api.call('post', `${at}/links`, { body: { days: 3 } });
    expect(status).to.equal(200);
    const url = String(body['url']);
    const base = `https://leads.example.com${POSTING_PATH}`;
    expect(url.startsWith(base)).to.equal(true);
    const token = url.slice(base.length);
    const link = openPostingLink(api.platform.identities, catalogue, token, new Date());
    expect(link?.campaign.id).to.equal(campaign!.id);
    expect((link?.until.getTime() ?? 0) - Date.now()).to.be.within(3 * DAY_MS - 60_000, 3 * DAY_MS);
    const entries = await api.connection.collection('audit_log').find({}).toArray();
    expect(entries.map(({ action }) => action as string)).to.include('campaign.link');
    expect(JSON.stringify(entries)).to.not.include(token);
  });

  it('refuses what is no link', async () => {
    const make = (path: string, body: object) => api.call('post', path, { body });
    expect((await make(`${at}/links`, { days: 0 })).status).to.equal(400);
    expect((await make(`${CAMPAIGNS}/nobody/links`, {})).status).to.equal(404);
  });
});
