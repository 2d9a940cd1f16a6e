import { expect } from 'chai';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onceRead, rawServer } from '../platform/outbound/raw-server.js';
import { runHere, type CliRun } from './run-cli.js';

const MAPPED = 'examples/mapped.yaml';

describe('leadkeep try', function () {
  let dir: string;
  let server: Server;
  let url: string;
  const seen: { url: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const reply = { status: 200, body: '{"ok":true,"id":"B-1"}' };

  const file = (name: string, text: string): string => {
    writeFileSync(join(dir, name), text);
    return join(dir, name);
  };
  const tryIt = (...args: string[]): Promise<CliRun> => runHere(env(), 'try', ...args);
  const env = () => ({ OUTBOUND_ALLOW: '127.0.0.0/8', LEADKEEP_SECRET_CRM_TOKEN: 'geheim' });

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'leadkeep-try-'));
    server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => {
        seen.push({ url: request.url ?? '', headers: request.headers, body });
        response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await rm(dir, { recursive: true });
  });

  it('prints the request of a draft with a made-up lead that fits, and needs no database', async () => {
    const { code, stdout, stderr } = await tryIt('lakeshore-nursing', '--file', MAPPED);
    expect(code, stderr).to.equal(0);
    expect(stdout)
      .to.match(/^Delivery of lakeshore-nursing, by the files given; the lead is made up\.\nThe lead passes/)
      .and.contain('Secret LAKESHORE_TOKEN is not set in this environment (LEADKEEP_SECRET_LAKESHORE_TOKEN).')
      .and.contain('\nPOST https://crm.lakeshore.example/api/leads\nuser-agent: Leadkeep\n')
      .and.contain('\nauthorization: Bearer ${secret:LAKESHORE_TOKEN}\n')
      .and.contain('\n{"contact":{"first":"Jane",')
      .and.contain('"program":"NUR-100"')
      .and.match(/\nNothing was sent\.\n$/);
  });

  it('takes a lead as affiliates send it, and says when the service would refuse it', async () => {
    const lead = { email: 'ada@example.com', zip: '60601', personal: { first_name: 'Ada' } };
    const alone = await tryIt(
      'lakeshore-nursing',
      '--file',
      MAPPED,
      '--lead',
      file('a.json', JSON.stringify(lead)),
    );
    expect(alone.stdout).to.contain('"first":"Ada"').and.contain('"email":"ada@example.com"');
    expect(alone.stdout).to.contain(
      'would refuse this lead and send nothing: REQUIRED_FIELD_MISSING, required_fields: field_missing (field personal.last_name)',
    );
    const body = { lead, program_id: 'rn-to-msn', tcpa_consent: false };
    const whole = await tryIt(
      'lakeshore-nursing',
      '--file',
      MAPPED,
      '--lead',
      file('b.json', JSON.stringify(body)),
    );
    expect(whole.stdout).to.contain('"program":"NUR-500"').and.contain('INVALID_FIELD, consent: not_given');
  });

  it('reads a sample answer as the workers do, every rule for itself', async () => {
    const sample = file('no.json', '{"errors":[{"message":"Call 312-555-0142. No such person."}]}');
    const run = await tryIt(
      'lakeshore-nursing',
      '--file',
      MAPPED,
      '--answer',
      sample,
      '--status',
      '422',
      '--json',
    );
    const { read } = JSON.parse(run.stdout) as {
      read: { rules: { rule: number; holds: unknown }[]; answer: object };
    };
    expect(read.rules.map(({ rule, holds }) => [rule, holds])).to.deep.equal([
      [1, false],
      [2, false],
      [3, false],
      [4, true],
      [5, false],
    ]);
    expect(read.answer).to.deep.include({
      code: 'BUYER_REJECTED',
      status: 'rejected',
      reason: 'Call. No such person - Client',
    });
  });

  it('says which rule fails, and what becomes of the lead then', async () => {
    const sample = file('odd.json', '{"odd":1}');
    const { stdout } = await tryIt('summit-business', '--file', MAPPED, '--answer', sample);
    expect(stdout)
      .to.match(/ 1 +fails at "contains"/)
      .and.match(/outcome +unknown \(answer: rule 1 fails/);
    expect(stdout).to.match(/affiliate +PENDING, pending/);
    const text = file('text.txt', 'ACCEPTED|77');
    const headers = ['--header', 'Content-Type: text/plain'];
    const good = await tryIt('summit-business', '--file', MAPPED, '--answer', text, ...headers);
    expect(good.stdout).to.match(/→ 1 +true +accepted/);
    expect(good.stdout)
      .to.match(/reference +77/)
      .and.match(/affiliate +ACCEPTED, accepted/);
  });

  it('shows a partner offer’s search, its results, and its submit', async () => {
    const search = await tryIt('edumatch', '--file', MAPPED);
    expect(search.stdout).to.contain('POST https://api.edumatch.example/match').and.not.contain('Jane');
    const submit = await tryIt('edumatch', '--file', MAPPED, '--submit');
    expect(submit.stdout).to.contain('POST https://api.edumatch.example/submit').and.contain('sample-result');
  });

  const draft = (test: string): string =>
    file(
      'draft.yaml',
      `version: 1
buyers: [{ handle: crm, name: C }]
offers:
  - handle: crm
    name: C
    buyer: crm
    offer_type: shared
    delivery:
      url: ${url}/live
      insecure_http: true
      ${test}
      headers: { X-Token: '\${secret:CRM_TOKEN}', X-Api-Key: written-down }
      answers: [{ when: body.ok, outcome: accepted, reference: body.id }]
`,
    );

  it('sends to the test address alone, and reads what it answers', async () => {
    const { code, stdout, stderr } = await tryIt('crm', '--file', draft(`test_url: ${url}/test`), '--send');
    expect(code, stderr).to.equal(0);
    expect(stdout).to.contain(
      '\nNo campaign of these files sells this offer, so no lead can be sent for it (OFFER',
    );
    expect(seen.map((request) => request.url)).to.deep.equal(['/test']);
    expect(seen[0]?.headers).to.include({ 'x-token': 'geheim', 'x-api-key': 'written-down' });
    expect(JSON.parse(seen[0]?.body ?? '')).to.have.nested.property('lead.personal.first_name', 'Jane');
    expect(stdout).to.contain(`POST ${url}/test`).and.contain('x-token: ${secret:CRM_TOKEN}');
    expect(stdout).to.contain('x-api-key: •••').and.not.contain('geheim');
    expect(stdout)
      .to.contain('Sent. The answer:\nHTTP 200\n')
      .and.match(/reference +B-1/);
  });

  it('shows what came of an answer that nobody can read', async () => {
    const raw = await rawServer(
      onceRead((socket) => socket.end('HTTP/1.1 200 OK\nX-Was: a\u001b[2J\n\n{"ok":true,"id":"B-1"}')),
    );
    try {
      const run = await tryIt('crm', '--file', draft(`test_url: ${raw.url}`), '--send');
      expect([run.code, run.stdout]).to.deep.equal([
        1,
        'What came:\nHTTP/1.1 200 OK\nX-Was: a�[2J\n\n{"ok":true,"id":"B-1"}\n',
      ]);
      expect(run.stderr).to.match(
        /no valid HTTP: it must end each line .* in CR LF \(HPE_CR_EXPECTED, Missing/,
      );
    } finally {
      await raw.close();
    }
  });

  it('sends nothing where there is no test address, or where it is the live one', async () => {
    const before = seen.length;
    const none = await tryIt('crm', '--file', draft('timeout: 5s'), '--send');
    expect(none).to.deep.include({
      code: 1,
      stderr: 'leadkeep: crm has no test address (test_url under delivery), so nothing was sent\n',
    });
    const live = await tryIt('crm', '--file', draft(`test_url: ${url}/live`), '--send');
    expect(live).to.deep.include({
      code: 1,
      stderr: 'leadkeep: The test_url of crm is its live url, so nothing was sent\n',
    });
    const flagged = await tryIt('crm', '--file', draft(`test_url: ${url}/live?test=1`), '--send');
    expect(flagged).to.deep.include({
      code: 1,
      stderr:
        'leadkeep: The test_url of crm differs from its live url only in the query string, so nothing was sent\n',
    });
    expect(seen).to.have.length(before);
  });

  const REFUSED: [why: string, args: string[], sentence: RegExp][] = [
    [
      'an unknown offer',
      ['lakeshore-nursin', '--file', MAPPED],
      /There is no offer lakeshore-nursin .*did you mean/,
    ],
    ['a submit of a direct offer', ['lakeshore-nursing', '--file', MAPPED, '--submit'], /is a direct offer/],
    [
      'a sample and a call',
      ['edumatch', '--file', MAPPED, '--send', '--answer', 'x'],
      /either --send or a sample answer/,
    ],
    ['a status and a call', ['edumatch', '--file', MAPPED, '--send', '--status', '422'], /either --send or/],
    ['no JSON', ['edumatch', '--file', MAPPED, '--lead', MAPPED], /is not a lead: it is not a JSON object/],
  ];
  for (const [why, args, sentence] of REFUSED)
    it(`refuses ${why}`, async () => {
      const { code, stderr } = await tryIt(...args);
      expect([code, sentence.test(stderr)], stderr).to.deep.equal([1, true]);
    });

  it('refuses a lead with a value that the API does not take', async () => {
    const lead = file('phone.json', '{"phone":"+1 312"}');
    const { stderr } = await tryIt('lakeshore-nursing', '--file', MAPPED, '--lead', lead);
    expect(stderr).to.contain('personal.phone is no value that the API takes');
  });

  it('takes a loose format where an affiliate that sells the offer may send it', async () => {
    const lead = file('loose.json', '{"phone":"+1 (312) 555-0142"}');
    const mayBeLoose = readFileSync(MAPPED, 'utf8').replace(
      'name: Northwind Media',
      '$&\n    accept_loose_formats: true',
    );
    const { stdout } = await tryIt('lakeshore-nursing', '--file', file('l.yaml', mayBeLoose), '--lead', lead);
    expect(stdout).to.contain('"phone":"+13125550142"');
  });
});
