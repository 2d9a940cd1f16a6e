import { expect } from 'chai';
import { postingToken } from '../../src/app/posting-spec/posting-links.js';
import { TEST_LEAD_LIMIT } from '../../src/api/posting/posting-pages.js';
import { idOf, startContract, type Contract, type ContractFile } from '../support/contract.js';

const NASTY = '<script>alert(1)</script>"\'';
const DAY_MS = 86_400_000;

const file = (over: { readonly affiliate?: object; readonly campaigns?: object } = {}): ContractFile => ({
  affiliates: { southwind: {}, northwind: { ...over.affiliate } },
  offers: {
    nursing: {
      tcpa_text: NASTY,
      questions: [{ name: 'visit', label: NASTY, type: 'text' }],
      programs: [
        { value: 'bsn', label: NASTY },
        { value: 'msn', label: 'MSN' },
      ],
    },
  },
  campaigns: {
    edu: { name: NASTY, offers: [{ offer: 'nursing', payout: 36, payouts: { msn: 41.5 } }] },
    theirs: { affiliate: 'southwind', offers: [{ offer: 'nursing' }] },
    other: { offers: [{ offer: 'nursing' }] },
    ...over.campaigns,
  },
});

describe('contract: the link to a posting specification', () => {
  let contract: Contract;
  before(async () => {
    contract = await startContract(() => file());
  });
  after(() => contract.close());

  const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);
  const tokenOf = (campaign: string, until = inDays(1), affiliate = 'northwind'): string =>
    postingToken(
      contract.api.platform.identities,
      { id: idOf('campaign', campaign), affiliate: { id: idOf('affiliate', affiliate) } },
      until,
    );
  const at = (path: string, init?: RequestInit): Promise<Response> =>
    fetch(`${contract.api.url}/posting/${path}`, init);
  const post = (token: string, body: unknown): Promise<Response> =>
    at(`${token}/test-leads`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const sample = async (): Promise<Record<string, unknown>> => {
    const { body } = await contract.api.get(`/api/v1/engine/campaigns/${idOf('campaign', 'edu')}`);
    return (body.offers[0] as { readonly sample: Record<string, unknown> }).sample;
  };

  it('shows the page without a key, under a strict policy, with every text escaped', async () => {
    const answer = await at(tokenOf('edu'));
    const text = await answer.text();
    expect(answer.status).to.equal(200);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).to.include("default-src 'none'").and.not.include('unsafe');
    expect(answer.headers.get('referrer-policy')).to.equal('no-referrer');
    expect(text).to.match(/Payout: .*36\.00; MSN 41\.50\./);
    expect(text).to.not.include('<script>alert').and.not.include(contract.api.key);
    expect(text).to.include('$KEY').and.include('36.00').and.include('viewport');
    for (const asset of ['page.css', 'page.js']) expect((await at(asset)).status).to.equal(200);
  });

  it('sends a test lead of its own campaign, whatever the form says', async () => {
    const body = {
      ...(await sample()),
      svc_campaign_id: idOf('campaign', 'theirs'),
      svc_affiliate_id: idOf('affiliate', 'southwind'),
      svc_is_test_lead: false,
      tcpa_consnt: true,
    };
    const answer = await post(tokenOf('edu'), body);
    const told = (await answer.json()) as Record<string, unknown> & { svc_lead_id: string };
    expect([answer.status, told['code']]).to.deep.equal([200, 'TEST_LEAD_HELD']);
    expect(JSON.stringify(told['warnings'])).to.include('tcpa_consent');
    const lead = await contract.api.platform.leads.read(told.svc_lead_id);
    expect(lead).to.include({
      is_test: true,
      campaign_id: idOf('campaign', 'edu'),
      affiliate_id: idOf('affiliate', 'northwind'),
    });
    expect(contract.buyer.received).to.have.length(0);
  });

  it('one clear error for every link that does not work', async () => {
    const good = tokenOf('edu');
    const [id = '', seconds = '', signature = ''] = good.split('-');
    const CHANGED = [
      tokenOf('edu', inDays(-1)),
      `${tokenOf('theirs', inDays(1), 'southwind').slice(0, 32)}${good.slice(32)}`,
      `${id}-${(Number.parseInt(seconds, 36) + 1).toString(36)}-${signature}`,
      good.slice(0, -1),
      `${good}0`,
      good.toUpperCase(),
      'x',
    ];
    for (const token of CHANGED) {
      const answer = await at(token);
      expect(answer.status, token).to.equal(404);
      expect(await answer.text()).to.include('Ask your contact for a new one');
      expect((await post(token, await sample())).status, token).to.equal(404);
    }
  });

  it('takes a bounded number of test leads, for all links of the campaign together', async () => {
    const statuses: number[] = [];
    for (let i = 0; i <= TEST_LEAD_LIMIT.burst; i += 1)
      statuses.push((await post(tokenOf('other', inDays(i + 1)), {})).status);
    expect(statuses.at(0)).to.equal(400);
    expect(statuses.at(-1)).to.equal(429);
  });

  it('dies when its campaign goes to another affiliate, and works again when it comes back', async () => {
    const token = tokenOf('other');
    const line = { offers: [{ offer: 'nursing', payout: 77 }] };
    await contract.apply(file({ campaigns: { other: { affiliate: 'southwind', ...line } } }));
    const answer = await at(token);
    expect([answer.status, (await answer.text()).includes('77.00')]).to.deep.equal([404, false]);
    expect((await post(token, await sample())).status).to.equal(404);
    const theirs = tokenOf('other', inDays(1), 'southwind');
    expect((await at(theirs)).status).to.equal(200);
    await contract.apply(file());
    expect([(await at(token)).status, (await at(theirs)).status]).to.deep.equal([200, 404]);
  });

  it('dies with its campaign, and with its affiliate', async () => {
    const tokens = [tokenOf('edu'), tokenOf('other')];
    const statuses = (): Promise<number[]> =>
      Promise.all(tokens.map(async (token) => (await at(token)).status));
    expect(await statuses()).to.deep.equal([200, 200]);
    await contract.apply({ ...file(), campaigns: { other: { offers: [{ offer: 'nursing' }] } } });
    expect(await statuses()).to.deep.equal([404, 200]);
    await contract.apply(file({ affiliate: { status: 'disabled' } }));
    expect(await statuses()).to.deep.equal([404, 404]);
  });
});
