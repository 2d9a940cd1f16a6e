import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { axeFindings, expectAccessible } from './harness/check-axe.js';
import { measurePage } from './harness/measure-page.js';
import { chromiumDir, openBrowser } from './harness/open-browser.js';
import type { Browser } from './harness/playwright.js';
import { openWatched } from './harness/watched-page.js';
import { until } from '../support/until.js';

const page = (body: string): string =>
  `<!doctype html><html lang="en"><title>t</title><main><h1>A page</h1>${body}</main></html>`;

/** Pages that each have one fault, and what the harness says of them. */
const PAGES: Readonly<Record<string, readonly [body: string, fault: RegExp | undefined]>> = {
  '/sound': ['<p>Nothing is wrong.</p>', undefined],
  '/exception': ['<script nonce="n">missing()</script>', /^exception: missing is not defined/],
  '/console': ['<script nonce="n">console.error("oh")</script>', /^console: oh/],
  '/inline': ['<script>window.ran = true</script>', /CSP: script-src-elem blocked inline/],
  '/elsewhere': ['<img alt="x" src="http://127.0.0.1:9/x.png">', /^third party: http:\/\/127\.0\.0\.1:9\/x/],
  '/dialog': ['<script nonce="n">alert(1)</script>', /^dialog: 1/],
  '/missing': ['<script nonce="n" src="/none.js"></script>', /status of 404/],
};

describe('the browser that the stories use', function () {
  let browser: Browser;
  let baseURL = '';
  const server = createServer(({ url = '' }, response) => {
    const known = PAGES[url];
    const policy = { 'Content-Security-Policy': "default-src 'self'; script-src 'nonce-n'; img-src *" };
    response.writeHead(known ? 200 : 404, { 'Content-Type': 'text/html', ...policy });
    response.end(known ? page(known[0]) : '');
  });
  before(async function () {
    if (chromiumDir() === undefined) return this.skip();
    browser = await openBrowser();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    await browser?.close();
    server.closeAllConnections();
    server.close();
  });

  for (const [path, [, fault]] of Object.entries(PAGES))
    it(`${fault ? 'notices' : 'finds nothing on'} ${path.slice(1)}`, async () => {
      const watched = await openWatched(browser, { baseURL });
      await watched.page.goto(`${baseURL}${path}`);
      const told = (): string[] => watched.faults.filter((line) => !line.includes('favicon'));
      // The browser may tell of a fault after the page has loaded.
      if (fault) await until(() => told().some((line) => fault.test(line)), `${path}: ${fault.source}`);
      else expect(told()).to.deep.equal([]);
      await watched.close();
    });

  it('finds what a person with a screen reader could not use', async () => {
    const watched = await openWatched(browser, { baseURL });
    const { page: shown } = watched;
    await shown.goto(`${baseURL}/sound`);
    await expectAccessible(shown, 'a sound page');
    await shown.evaluate('document.body.append(document.createElement("button"))');
    expect((await axeFindings(shown)).join()).to.include('button-name');
    await watched.close();
  });

  it('measures what a slow computer waits for', async () => {
    const figures = await measurePage(browser, baseURL, { url: '/sound', usable: 'h1', times: 1 });
    expect(figures.fcp).to.be.greaterThan(0);
    expect(figures.usable).to.be.greaterThan(0);
  });
});
