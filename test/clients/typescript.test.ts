import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import {
  createLeadkeep,
  LeadkeepError,
  verifyWebhook,
  type Leadkeep,
} from '../../clients/typescript/src/index.js';
import { newPerson } from '../support/api.js';
import { IDS } from '../support/catalogue.js';
import { idOf, startContract, type Contract } from '../support/contract.js';

const CLIENT = 'clients/typescript';

describe('the client in TypeScript', function () {
  this.timeout(120_000);
  let contract: Contract;
  before(async () => {
    contract = await startContract((url) => ({
      offers: {
        nursing: {
          required_fields: ['personal.email'],
          questions: [{ name: 'visit', type: 'text', required: true }],
        },
        away: { delivery: { url: `${url}/leads`, insecure_http: true } },
      },
      campaigns: { edu: { offers: [{ offer: 'nursing', payout: 36 }, { offer: 'away' }] } },
    }));
  });
  after(() => contract.close());

  /** A client; the first calls are answered by `faults`, or get lost where one is undefined. */
  const clientOf = (faults: (Response | undefined)[] = [], key = contract.api.key) => {
    const pauses: number[] = [];
    const sent: Request[] = [];
    const client: Leadkeep = createLeadkeep({
      ...{ baseUrl: contract.api.url, key, random: () => 1 },
      fetch: async (input, init) => {
        const request = input as Request;
        sent.push(request.clone());
        if (faults.length === 0) return fetch(request, init);
        const fault = faults.shift();
        if (!fault) {
          // Lost on the way back: the service has it.
          await fetch(request, init);
          throw new TypeError('fetch failed');
        }
        return fault;
      },
      pause: (ms) => {
        pauses.push(ms);
        return Promise.resolve();
      },
    });
    return { client, pauses, sent };
  };
  const owner = (): { svc_campaign_id: string; svc_affiliate_id: string } => ({
    svc_campaign_id: idOf('campaign', 'edu'),
    svc_affiliate_id: IDS.affiliate,
  });
  const direct = (over: object = {}) => ({
    ...owner(),
    svc_offer_id: idOf('offer', 'nursing'),
    lead: newPerson() as never,
    tracking: { ip_address: '203.0.113.7' },
    tcpa_consent: true,
    visit: 'yes',
    ...over,
  });

  it('searches, waits, submits and reads the decision', async () => {
    const { client } = clientOf();
    const search = await client.search({
      ...owner(),
      lead: newPerson(),
      tracking: { ip_address: '203.0.113.7' },
    });
    const { svc_lead_id, offers } = await search.wait();
    const found = offers.find(({ offer }) => offer.name === 'nursing');
    const decision = await client.submit({
      ...owner(),
      search_lead_id: svc_lead_id,
      svc_result_id: found?.svc_result_id ?? '',
      tcpa_consent: true,
      visit: 'yes',
    });
    if (decision.code !== 'ACCEPTED') throw new Error(decision.reason);
    expect(decision.payout).to.equal(36);
    expect((await client.lead(decision.svc_lead_id)).code).to.equal('ACCEPTED');
    expect(await client.isLikelyDuplicate({ email: 'nobody@example.com' })).to.equal(false);
    expect((await client.campaign(owner().svc_campaign_id)).offers[0]?.name).to.equal('nursing');
  });

  it('a refused lead is a decision, with all fields; a refused call is an error', async () => {
    const { client } = clientOf();
    const decision = await client.submit(direct({ visit: null, tcpa_consent: false }));
    if (decision.code !== 'INVALID_FIELD') throw new Error(decision.code);
    expect(decision.errors?.map(({ field }) => field)).to.deep.equal(['tcpa_consent', 'visit']);
    const refused = await client.submit(direct({ lead: { email: 'x' } })).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(LeadkeepError);
    expect((refused as LeadkeepError).errors[0]?.field).to.equal('lead.email');
    const wrongKey = await clientOf([], 'svc_live_x')
      .client.lead(IDS.campaign)
      .catch((error: unknown) => error);
    expect(wrongKey).to.include({ http: 401 });
  });

  it('repeats a lost submit under the same key, so that it is sold once', async () => {
    const { client, pauses, sent } = clientOf([undefined]);
    const before = contract.buyer.received.length;
    expect((await client.submit(direct())).code).to.equal('ACCEPTED');
    expect(contract.buyer.received.length - before).to.equal(1);
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).to.be.a('string').and.to.equal(keys[1]);
    expect(pauses).to.deep.equal([1_000]);
  });

  it('waits as a 429 says and ever longer after a 503, and repeats nothing else', async () => {
    const away = (): Response => new Response('{}', { status: 503 });
    const { client, pauses } = clientOf([
      new Response('{}', { status: 429, headers: { 'Retry-After': '7' } }),
      ...[away(), away()],
    ]);
    expect((await client.submit(direct())).code).to.equal('ACCEPTED');
    expect(pauses).to.deep.equal([7_000, 2_000, 4_000]);
    for (const status of [500, 404]) {
      const fault = clientOf([new Response('<html>', { status })]);
      expect(await fault.client.lead(IDS.campaign).catch((error: unknown) => error)).to.include({
        http: status,
      });
      expect(fault.pauses).to.deep.equal([]);
    }
  });

  it('verifies webhooks, also while a secret is changed', () => {
    const [old, next] = ['whsec_b2xkIHNlY3JldCBvbGQgc2VjcmV0', 'whsec_bmV3IHNlY3JldCBuZXcgc2VjcmV0'] as const;
    const payload = JSON.stringify({ type: 'lead.decided', timestamp: 'now', data: {} });
    const at = new Date();
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(old).sign('msg_1', at, payload),
    };
    expect(verifyWebhook(payload, headers, [next, old]).type).to.equal('lead.decided');
    expect(() => verifyWebhook(payload, headers, [next])).to.throw();
    expect(() => verifyWebhook(`${payload} `, headers, [old])).to.throw();
  });

  it('has types of the description as it is now', () => {
    const description = execFileSync(process.execPath, ['dist/scripts/docs/openapi.js']);
    const types = execFileSync(process.execPath, [`${CLIENT}/scripts/types.mjs`], { input: description });
    expect(
      readFileSync(`${CLIENT}/src/schema.ts`, 'utf8') === types.toString(),
      'run npm run clients',
    ).to.equal(true);
  });

  it('makes a package that works elsewhere', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'leadkeep-client-'));
    try {
      // The package is compiled when it is packed, also where npm runs no scripts by default.
      const pack = ['pack', '--ignore-scripts=false', '--json', '--pack-destination', elsewhere];
      const packed = execFileSync('npm', pack, {
        cwd: CLIENT,
        env: { ...process.env, PATH: `${process.cwd()}/node_modules/.bin:${process.env['PATH'] ?? ''}` },
        stdio: ['ignore', 'pipe', 'ignore'],
      }).toString();
      const [{ filename = '' } = {}] = JSON.parse(packed.slice(packed.indexOf('['))) as {
        filename?: string;
      }[];
      writeFileSync(join(elsewhere, 'package.json'), '{"type":"module"}');
      execFileSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${filename}`], {
        cwd: elsewhere,
        stdio: 'ignore',
      });
      const script = "import { createLeadkeep } from 'leadkeep-client'; console.log(typeof createLeadkeep)";
      const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: elsewhere });
      expect(said.toString().trim()).to.equal('function');
    } finally {
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });
});
