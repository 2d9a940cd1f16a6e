import { expect } from 'chai';
import { readPartnerResults } from '../../src/platform/outbound/partner-results.js';
import { frontPage } from '../../sandbox/pages/front-page.js';
import type { Received } from '../../sandbox/memory.js';
import { until } from '../support/until.js';
import { openSandbox, type OpenSandbox } from './open-sandbox.js';

describe('sandbox', () => {
  let sandbox: OpenSandbox;
  beforeEach(async () => (sandbox = await openSandbox()));
  afterEach(() => sandbox.close());

  const results = async (handle: string, city: string) =>
    readPartnerResults((await (await sandbox.search(handle, city)).json()) as Record<string, unknown>);

  it('finds results for every partner, in the shape that Leadkeep reads', async () => {
    const found = await Promise.all(['edumatch', 'campusfinder'].map((handle) => results(handle, 'Madison')));
    expect(found.map((read) => [read?.results.length, read?.faults])).to.deep.equal([
      [2, []],
      [1, []],
    ]);
    expect(found[0]?.results[0]?.expires_at).to.deep.equal(new Date('2026-11-21T12:20:00Z'));
  });

  it('finds nothing in Nomatch, and odd entries in Odd', async () => {
    expect(await results('edumatch', 'Nomatch')).to.deep.equal({ results: [], faults: [] });
    const odd = await results('edumatch', 'Odd');
    expect(odd?.results).to.have.length(2);
    expect(odd?.faults).to.have.length(6);
  });

  for (const [city, status] of [
    ['Error', 500],
    ['Garbage', 200],
    ['Busy', 503],
  ] as const)
    it(`answers a search in ${city} with ${status} and no results`, async () => {
      const answer = await sandbox.search('campusfinder', city);
      expect(answer.status).to.equal(status);
      expect(await answer.text()).to.not.contain('results');
    });

  it('tells a lead taken a second time from an idempotent repeat', async () => {
    for (const path of ['/buyers/lakeshore/leads', '/buyers/summit/leads'])
      for (let i = 0; i < 2; i += 1) await sandbox.post(path, 'Accept', 'one-lead');
    const seen = (await sandbox.received()).map(({ party, taken, again }) => [party, taken, again]);
    expect(seen).to.deep.equal([
      ['lakeshore', true, false],
      ['lakeshore', true, true],
      ['summit', true, false],
      ['summit', false, false],
    ]);
    expect(await (await sandbox.call('GET', '/')).text()).to.contain('taken a second time');
  });

  it('answers an idempotent repeat even where it hung up before', async () => {
    const first = await sandbox.post('/buyers/summit/leads', 'Hangup', 'one-lead').catch(() => 'hung up');
    expect(first).to.equal('hung up');
    const repeat = await sandbox.post('/buyers/summit/leads', 'Hangup', 'one-lead');
    expect(await repeat.json()).to.include({ result: 'accepted' });
    expect((await sandbox.received()).map(({ taken }) => taken)).to.deep.equal([true, false]);
  });

  it('gives a lead one reference', async () => {
    const reference = async (key: string) =>
      (
        (await (await sandbox.post('/partners/edumatch/leads', 'Accept', key)).json()) as {
          reference: string;
        }
      ).reference;
    expect(await reference('a')).to.equal(await reference('a'));
    expect(await reference('a')).to.not.equal(await reference('b'));
    expect(await reference('')).to.not.equal(await reference(''));
  });

  it('is slow and down as told, one party at a time', async () => {
    const set = (wish: object) => sandbox.call('PUT', '/control', wish);
    expect(await (await set({ buyer: 'lakeshore', delay_ms: 120 })).json()).to.deep.equal({
      buyer: 'lakeshore',
      delay_ms: 120,
      down: false,
    });
    expect((await sandbox.post('/buyers/lakeshore/leads', 'Accept', 'a')).status).to.equal(200);
    await set({ buyer: 'lakeshore', delay_ms: 60_000 });
    const slow = sandbox.post('/buyers/lakeshore/leads', 'Accept', 'slow').then(
      () => 'answered',
      () => 'cut off',
    );
    await until(async () => (await sandbox.received()).length === 2, 'it was heard');
    expect((await sandbox.post('/buyers/harbor/leads', 'Accept', 'quick')).status).to.equal(200);
    expect(await Promise.race([slow, Promise.resolve('not yet')])).to.equal('not yet');

    await set({ buyer: 'lakeshore', delay_ms: 0, down: true });
    const gone = await sandbox.post('/buyers/lakeshore/leads', 'Accept', 'b').catch(() => 'down');
    expect(gone).to.equal('down');
    expect((await sandbox.post('/buyers/harbor/leads', 'Accept', 'b')).status).to.equal(200);
    expect((await sandbox.received()).at(-2)).to.include({
      party: 'lakeshore',
      answer: 'down',
      taken: false,
    });

    await set({ buyer: 'lakeshore', down: false });
    expect((await sandbox.post('/buyers/lakeshore/leads', 'Accept', 'b')).status).to.equal(200);
    expect(await (await sandbox.call('GET', '/control')).json()).to.have.length(5);
  });

  it('misbehaves by chance where it was told to, the same way for the same person and offer', async () => {
    await sandbox.call('PUT', '/control', { buyer: 'summit', rates: { Later: 0.3, Reject: 0.3 } });
    const post = (n: number, key: string, lastName = 'Anybody') =>
      sandbox.call(
        'POST',
        '/buyers/summit/leads',
        { lead: { personal: { last_name: lastName, email: `p${n}@example.com` } }, offer: { handle: 'o' } },
        { 'idempotency-key': key },
      );
    for (let n = 0; n < 60; n += 1) await post(n, `first-${n}`);
    for (let n = 0; n < 60; n += 1) await post(n, `second-${n}`);
    const behaviours = (await sandbox.received()).map((entry) => entry['decided_by'] as string);
    expect(behaviours.slice(60)).to.deep.equal(behaviours.slice(0, 60));
    for (const name of ['Later', 'Reject', ''])
      expect(behaviours.filter((one) => one === name).length, name).to.be.within(20, 80);
    await post(1, 'named', 'Duplicate');
    expect((await sandbox.received()).at(-1)).to.include({ decided_by: 'Duplicate', answer: 'duplicate' });
  });

  for (const wish of [
    {},
    { buyer: 'nobody' },
    { buyer: 'harbor', delay_ms: -1 },
    { partner: 'edumatch', down: 1 },
    { buyer: 'harbor', rates: { Nothing: 0.5 } },
    { buyer: 'harbor', rates: { Hangup: 0.6, Later: 0.6 } },
    { buyer: 'harbor', rates: { Hangup: -1 } },
    { buyer: 'harbor', rates: [] },
  ])
    it(`refuses to be told ${JSON.stringify(wish)}`, async () => {
      expect((await sandbox.call('PUT', '/control', wish)).status).to.equal(400);
    });

  for (const [method, path] of [
    ['POST', '/buyers/nobody/leads'],
    ['POST', '/buyers/edumatch/leads'],
    ['POST', '/partners/lakeshore/match'],
    ['GET', '/nothing'],
  ] as const)
    it(`knows no ${method} ${path}`, async () => {
      const answer = await sandbox.call(method, path, method === 'POST' ? {} : undefined);
      expect(answer.status).to.equal(404);
    });

  it('says 400 to what is not JSON', async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${sandbox.url}/buyers/harbor/leads`, { method: 'POST', headers, body: '{' });
    expect(answer.status).to.equal(400);
    await answer.text();
  });

  it('lists what it received on a page that runs and loads nothing, and forgets it', async () => {
    await sandbox.post('/buyers/harbor/leads', '<script>alert(1)</script>', '"><img src=x>');
    const answer = await sandbox.call('GET', '/');
    expect(answer.headers.get('content-security-policy')).to.contain("default-src 'none'");
    const page = await answer.text();
    expect(page)
      .to.contain('Harbor Institute')
      .and.to.contain('&lt;script&gt;')
      .and.to.contain('http-equiv="refresh"');
    expect(page).to.not.match(/<script|<img|src=http|(?:href|action)="(?!\/(?!\/))/);
    expect((await sandbox.call('DELETE', '/received')).status).to.equal(204);
    expect(await sandbox.received()).to.deep.equal([]);
  });

  it('leads from a row of the page to what was received', async () => {
    await sandbox.post('/buyers/harbor/leads', 'Accept', 'row');
    const page = await (await sandbox.call('GET', '/')).text();
    const [, address = ''] = /<td><a href="(\/received\/\d+)">/.exec(page) ?? [];
    const entry = await sandbox.call('GET', address);
    expect(await entry.json()).to.deep.equal((await sandbox.received()).at(-1));
    expect((await sandbox.call('GET', '/received/0')).status).to.equal(404);
  });

  it('says on the page how many it shows', async () => {
    await sandbox.post('/buyers/harbor/leads', 'Accept', 'one of many');
    const [entry] = (await sandbox.received()) as unknown as Received[];
    const many = Array.from({ length: 201 }, () => entry as Received);
    const told = { asked: 'party=harbor', still: false };
    expect(frontPage([], many, told)).to.contain('Received, party=harbor: the newest 200 of 201<');
    expect(frontPage([], many.slice(1), told)).to.contain('Received, party=harbor: 200<');
  });

  it('holds the page still when it is told to', async () => {
    const renewing = await (await sandbox.call('GET', '/?party=harbor')).text();
    expect(renewing).to.contain('href="/?party=harbor&amp;still=true"');
    const still = await (await sandbox.call('GET', '/?party=harbor&still=true')).text();
    expect(still).to.contain('href="/?party=harbor"').and.to.not.contain('http-equiv="refresh"');
  });
});
