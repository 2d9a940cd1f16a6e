import { expect } from 'chai';
import { request } from 'node:http';
import { oddPorts } from '../../src/cli/warnings-of.js';
import { cleanBuyerReason } from '../../src/core/clean-words.js';
import { fillAddress } from '../../src/platform/outbound/fill-address.js';
import { prepareFollowUp } from '../../src/platform/outbound/requests.js';
import { faultsOf, withLine } from '../platform/catalogue-files/base.js';
import { offerAt } from '../platform/outbound/fixtures.js';
import { openSandbox } from '../sandbox/open-sandbox.js';

const AT = 'https://crm.example/api/leads/${reference}/state?of=${reference}';
const asked = (reference: string, url = AT): string | undefined =>
  prepareFollowUp(offerAt('https://crm.example', { follow_up: { url, every_ms: 1, for_ms: 1 } }), reference)
    ?.request.url;

describe('attack: a reference that leads elsewhere', () => {
  for (const reference of ['.', '..', '\u002e\u002e'])
    it(`${reference} is asked nowhere`, () => expect(asked(reference)).to.equal(undefined));

  it('nor where it makes a step together with what stands there', () => {
    expect(asked('.', 'https://crm.example/a/.${reference}/b')).to.equal(undefined);
    expect(asked('.', 'https://crm.example/a/%2e${reference}')).to.equal(undefined);
    expect(asked('..', 'https://crm.example/a?of=${reference}')).to.equal('https://crm.example/a?of=..');
  });

  for (const reference of [
    '%2e%2e',
    '%252e',
    '../admin',
    '..\\admin',
    '@evil.example',
    '//evil.example',
    '?a#b',
    '$&',
    '\ud800',
  ])
    it(`${JSON.stringify(reference)} stays one segment of the path`, () => {
      const url = new URL(asked(reference) ?? '');
      expect(url.origin).to.equal('https://crm.example');
      expect(url.pathname).to.match(/^\/api\/leads\/[^/\\]+\/state$/);
      expect(url.hash).to.equal('');
    });

  for (const url of [
    'https://${reference}/leads',
    'https://crm.example${reference}/',
    'https://crm.${reference}.example',
    'https://a.example/#${reference}',
  ])
    it(`${url} is filled with nothing, and refused when it is applied`, () => {
      expect(fillAddress(url, 'evil.example')).to.equal(undefined);
      const line = `      follow_up: { url: "${url}", every: 1m, for: 72h }`;
      expect(faultsOf(withLine(41, line)).join()).to.contain('follow_up.url" can');
    });
});

describe('attack: markup in the reason of a buyer', () => {
  for (const [given, cleaned] of [
    ['<script>alert(1)</script>Too young', 'Alert(1) Too young'],
    ['Too <img src=x onerror=alert(1)> young', 'Too young'],
    ['Too young <img src=x onerror="a()', 'Too young'],
    ['＜b＞Too young＜/b＞', 'Too young'],
    ['<<b>script>x', '< script>x'],
    ['Too young<!-- hidden -->', 'Too young'],
    ['\u001b[31mToo\u202e young\u200b', '[31mToo young'],
    ['GPA < 2.5 and age > 60', 'GPA < 2.5 and age > 60'],
  ] as const)
    it(JSON.stringify(given), () => expect(cleanBuyerReason(given)).to.equal(cleaned));
});

describe('attack: a name of the web that leads to the sandbox', () => {
  it('is no host of it', async () => {
    const sandbox = await openSandbox();
    const statusOf = (host: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const { port } = new URL(sandbox.url);
        const headers = { host };
        request({ host: '127.0.0.1', port, path: '/received', headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        })
          .on('error', reject)
          .end();
      });
    try {
      for (const host of [
        'evil.example',
        'evil.example:4810',
        '127.0.0.1.nip.io',
        'a@127.0.0.1',
        '127.0.0.1:4810:1',
        '127.1',
      ])
        expect(await statusOf(host), host).to.equal(403);
      for (const host of ['localhost:4810', '127.0.0.1', '[::1]:4810', 'sandbox:4810', 'app.localhost'])
        expect(await statusOf(host), host).to.equal(200);
    } finally {
      await sandbox.close();
    }
  });
});

describe('attack: a port of something else', () => {
  it('is warned of', () => {
    const { buyer, ...offer } = offerAt('https://crm.example:6379/leads', {
      test_url: 'https://crm.example:8443/',
    });
    const local = { ...offer, delivery: { ...offer.delivery, url: 'http://127.0.0.1:4810/' } };
    expect(oddPorts([{ ...offer, buyer_id: buyer.id }])).to.deep.equal([
      'lakeshore-nursing goes to port 6379, which is unusual for a web server',
    ]);
    expect(oddPorts([{ ...local, buyer_id: buyer.id }])).to.deep.equal([]);
  });
});
