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
import { idOf, partnerOffer, startContract, type Contract } from '../support/contract.js';
import { oneNews } from '../support/lead-news.js';
import { publishNews } from '../support/publish-news.js';

const CLIENT = 'clients/typescript';

describe('the client in TypeScript', function () {
  let contract: Contract;
  before(async () => {
    contract = await startContract((url) => ({
      offers: {
        nursing: {
          required_fields: ['personal.email'],
          questions: [{ name: 'visit', type: 'text', required: true }],
        },
        away: { delivery: { url: `${url}/leads`, insecure_http: true } },
        partner: partnerOffer(url),
      },
      campaigns: {
        edu: { offers: [{ offer: 'nursing', payout: 36 }, { offer: 'away' }] },
        slow: { offers: [{ offer: 'partner' }] },
      },
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

  it('repeats a submit whose answer was cut', async () => {
    const cutOff = new ReadableStream<Uint8Array>({
      start(body) {
        body.enqueue(new TextEncoder().encode('{"code":"ACCEPTED","pay'));
        body.error(new TypeError('terminated'));
      },
    });
    const { client, pauses, sent } = clientOf([new Response(cutOff)]);
    expect((await client.submit(direct())).code).to.equal('ACCEPTED');
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).to.equal(1);
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

  /** A stream that the network cuts after an event. */
  const cut = (event: string, data: object): Response =>
    new Response(`id: a\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\nid: b\nev`);

  it('streams the results, opens a cut stream again after its last event, and ends with all', async () => {
    const release = contract.buyer.hold();
    const faults: Response[] = [];
    const { client, pauses, sent } = clientOf(faults);
    const body = { lead: newPerson(), tracking: { ip_address: '203.0.113.7' } };
    const search = await client.search({ ...owner(), svc_campaign_id: idOf('campaign', 'slow'), ...body });
    expect(search.results.processing_done).to.equal(false);
    faults.push(cut('results', { poll_after_ms: 1 }));
    const told = [];
    for await (const results of search.stream()) {
      told.push(results.processing_done);
      if (told.length === 2) release();
    }
    expect(told).to.deep.equal([undefined, false, true]);
    expect(pauses).to.deep.equal([1_000]);
    expect(sent.slice(1).map(({ headers }) => headers.get('last-event-id'))).to.deep.equal([null, 'a']);
  });

  it('a stream that this client has, one that is refused, and one that never gets anywhere', async () => {
    const faults: Response[] = [];
    const { client, pauses } = clientOf(faults);
    const body = { lead: newPerson(), tracking: { ip_address: '203.0.113.7' } };
    const search = await client.search({ ...owner(), ...body });
    const told = async (...answers: Response[]): Promise<unknown> => {
      faults.splice(0, Infinity, ...answers);
      const all = [];
      try {
        for await (const results of search.stream()) all.push(results);
      } catch (error) {
        return error;
      }
      return all;
    };
    expect(await told(new Response(null, { status: 204 }))).to.deep.equal([]);
    const revoked = await told(cut('error', { code: 'AUTH_INVALID', errors: [] }));
    expect((revoked as LeadkeepError).answer.code).to.equal('AUTH_INVALID');
    expect(await told(new Response('{"code":"NOT_FOUND"}', { status: 404 }))).to.include({ http: 404 });
    pauses.splice(0);
    const empty = Array.from({ length: 5 }, () => new Response('retry: 1000\n\n'));
    expect(await told(...empty)).to.be.instanceOf(LeadkeepError);
    expect(pauses).to.deep.equal([1_000, 2_000, 4_000, 8_000]);
    const quiet = Array.from({ length: 7 }, () => new Response('retry: 1000\n\n:\n\n'));
    const done = new Response('id: z\nevent: done\ndata: {"processing_done":true}\n\n');
    expect(await told(...quiet, done), 'nothing new, but alive').to.deep.equal([{ processing_done: true }]);
  });

  it('tells each change, and keeps the cursor of what was gone through', async () => {
    const lead = '00000000-0000-4000-9000-000000000001';
    const mine = (revision: number) =>
      oneNews(lead, revision, { affiliate_id: IDS.affiliate, external_id: 'order/1' });
    await publishNews(contract.api.connection, mine(1), mine(2));
    const { client } = clientOf();
    const changes = client.changes({ external_id: 'order/1', limit: 1 });
    const revisions = async (given = changes): Promise<number[]> => {
      const told = [];
      for await (const { revision, answer } of given) if (answer.code === 'PENDING') told.push(revision);
      return told;
    };
    for await (const { svc_lead_id } of changes) {
      expect(svc_lead_id).to.equal(lead);
      break;
    }
    expect(changes.cursor, 'of a page that was not gone through').to.equal(undefined);
    expect(await revisions()).to.deep.equal([1, 2]);
    expect(changes.completeUntil).to.be.a('string');
    await publishNews(contract.api.connection, mine(3));
    const since = changes.cursor;
    expect(await revisions()).to.deep.equal([3]);
    expect(await revisions(client.changes({ since, external_id: 'order/1' }))).to.deep.equal([3]);
    const refused = await revisions(client.changes({ since: 'x' })).catch((error: unknown) => error);
    expect((refused as LeadkeepError).errors[0]?.field).to.equal('since');
  });

  it('reads statements', async () => {
    const { client } = clientOf();
    const month = new Date().toISOString().slice(0, 7);
    const { draft, lines, net_cents } = await client.statement(month);
    expect(draft).to.equal(true);
    expect(lines.reduce((sum, { amount_cents }) => sum + (amount_cents ?? 0), 0)).to.equal(net_cents);
    expect(await client.statementCsv(month)).to.match(/^statement,month,.*,amount,/);
    expect(await client.statement('1999-01').catch((error: unknown) => error)).to.include({ http: 404 });
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
    expect(verifyWebhook(payload, new Headers(headers), [old]).type).to.equal('lead.decided');
    expect(() => verifyWebhook(payload, headers, [next])).to.throw();
    expect(() => verifyWebhook(`${payload} `, headers, [old])).to.throw();
    // Express goes on to the next handler if `undefined` is thrown.
    expect(() => verifyWebhook(payload, headers, [] as never)).to.throw(Error, 'No secret');
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
