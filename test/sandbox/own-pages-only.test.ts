import { request } from 'node:http';
import { expect } from 'chai';
import { openSandbox, type OpenSandbox } from './open-sandbox.js';

const POSTBACK = '/affiliates/northwind/postback?payout=1.00';

/** Path, Sec-Fetch-Site, Sec-Fetch-Mode, answer. */
const CALLS: readonly (readonly [path: string, site: string, mode: string, status: number])[] = [
  // Both change something: one is remembered, the other may decide a lead.
  [POSTBACK, 'cross-site', 'no-cors', 403],
  [POSTBACK, 'same-site', 'no-cors', 403],
  [POSTBACK, 'cross-site', 'navigate', 403],
  ['/buyers/lakeshore/leads/x', 'cross-site', 'no-cors', 403],
  ['/buyers/lakeshore/leads/x', 'cross-site', 'navigate', 403],
  ['/received', 'cross-site', 'no-cors', 403],
  ['/', 'cross-site', 'no-cors', 403],
  ['/', 'cross-site', 'navigate', 200],
  ['/', 'same-site', 'navigate', 200],
  ['/?limit=5', 'cross-site', 'navigate', 200],
  ['/edit', 'cross-site', 'navigate', 200],
  ['/edit/lakeshore', 'cross-site', 'navigate', 200],
  ['/edit/lakeshore/down', 'cross-site', 'navigate', 403],
  [POSTBACK, 'none', 'navigate', 200],
  ['/received', 'same-origin', 'cors', 200],
];

describe('a page of another site that is open in the same browser', () => {
  let sandbox: OpenSandbox;
  before(async () => {
    sandbox = await openSandbox();
  });
  after(() => sandbox.close());

  /** `fetch` sets these headers itself. */
  const statusOf = (path: string, site: string, mode: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': mode };
      request(sandbox.url + path, { headers, agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });

  for (const [path, site, mode, status] of CALLS)
    it(`GET ${path}, ${site}, ${mode}: ${status}`, async () => {
      expect(await statusOf(path, site, mode)).to.equal(status);
    });

  it('leaves no trace in what was received', async () => {
    const before = (await sandbox.received()).length;
    await statusOf(POSTBACK, 'cross-site', 'no-cors');
    expect((await sandbox.received()).length).to.equal(before);
  });
});
