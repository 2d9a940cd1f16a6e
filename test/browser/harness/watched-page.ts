import type { Browser, BrowserContext, ContextOptions, Page } from './playwright.js';

/** A person's browser, with what is wrong with the pages that it showed. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors, uncaught exceptions, requests to others, breaches of the CSP. */
  readonly faults: readonly string[];
  /** Lets the story provoke a fault: those that match do not count. */
  allow(expected: RegExp): void;
  /** Throws if there is a fault. */
  expectNone(): void;
  close(): Promise<void>;
}

export interface Watching extends ContextOptions {
  readonly baseURL: string;
}

/** Some breaches of a policy are not told on the console. */
const TELL_BREACHES = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('CSP: ' + event.effectiveDirective + ' blocked ' + event.blockedURI + ' ' + event.sample));`;

/** Nobody is signed in yet: the page asks who it is, and is answered 401. */
const WHO_AM_I = /status of 401 .* at \S+\/api\/v1\/session$/;
const OWN_SCHEME = /^(data|blob|about|chrome-error):/;
/** A busy machine takes long; a thing that never comes is a failure all the same. */
const PATIENCE_MS = 180_000;
const DESK = { width: 1280, height: 800 };

/** Opens a browser context of its own, as another person's computer would be, with one page. */
export async function openWatched(browser: Browser, options: Watching): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: DESK, reducedMotion: 'reduce', ...options });
  return watch(context, await context.newPage(), options.baseURL);
}

async function watch(context: BrowserContext, page: Page, baseURL: string): Promise<WatchedPage> {
  const { origin } = new URL(baseURL);
  const faults: string[] = [];
  const allowed = [WHO_AM_I];
  const fault = (what: string): void => {
    if (!allowed.some((expected) => expected.test(what))) faults.push(what);
  };
  page.on('console', (message) => {
    if (message.type() === 'error') fault(`console: ${message.text()} at ${message.location().url}`);
  });
  page.on('pageerror', (error) => {
    fault(`exception: ${error.message}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!OWN_SCHEME.test(url) && new URL(url).origin !== origin) fault(`third party: ${url}`);
  });
  page.on('dialog', (dialog) => {
    fault(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.setDefaultTimeout(PATIENCE_MS);
  await page.addInitScript({ content: TELL_BREACHES });
  return {
    ...{ page, context, faults },
    allow: (expected) => void allowed.push(expected),
    expectNone() {
      if (faults.length > 0) throw new Error(`the page at ${page.url()} is at fault:\n${faults.join('\n')}`);
    },
    close: () => context.close(),
  };
}
