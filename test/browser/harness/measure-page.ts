import type { Browser } from './playwright.js';
import { openWatched, type WatchedPage } from './watched-page.js';

/** What a person waits for, on a computer of a quarter of this one's speed. Milliseconds and bytes. */
export interface PageFigures {
  /** First and largest contentful paint. */
  readonly fcp: number;
  readonly lcp: number;
  /** Until the screen is usable: `usable` of the measurement is there. */
  readonly usable: number;
  /** Scripts as they are sent (compressed), up to then, and all together. */
  readonly script_bytes: number;
  /** Tasks over 50 ms: how many, the longest one, and what they take beyond 50 ms in all. */
  readonly long_tasks: number;
  readonly longest_task: number;
  readonly blocked: number;
}

export interface Measurement {
  readonly url: string;
  /** A selector of what makes the screen usable. */
  readonly usable: string;
  /** Signs in, for example. */
  readonly before?: (watched: WatchedPage) => Promise<void>;
  readonly times?: number;
}

const THROTTLED = 4;
const TIMES = 5;

const OBSERVE = `window.__seen = { lcp: 0, tasks: [] };
new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.__seen.lcp = entry.startTime; })
  .observe({ type: 'largest-contentful-paint', buffered: true });
new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.__seen.tasks.push(entry.duration); })
  .observe({ type: 'longtask', buffered: true });`;

/** `at`: when the page could be used. What it asked for later, such as a chart below, keeps nobody waiting. */
const read = (at: number): string => `(() => {
  const scripts = performance.getEntriesByType('resource')
    .filter(({ name, startTime }) => startTime <= ${at} && /\\.m?js(\\?|$)/.test(name));
  const { lcp, tasks } = window.__seen;
  return {
    fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    lcp,
    script_bytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    long_tasks: tasks.length,
    longest_task: Math.max(0, ...tasks),
    blocked: tasks.reduce((sum, ms) => sum + ms - 50, 0),
  };
})()`;

/** Opens the page five times with an empty cache and a processor of a quarter of the speed. Each figure is the median. */
export async function measurePage(
  browser: Browser,
  baseURL: string,
  what: Measurement,
): Promise<PageFigures> {
  const all: PageFigures[] = [];
  for (let n = 0; n < (what.times ?? TIMES); n += 1) all.push(await measureOnce(browser, baseURL, what));
  const median = (name: keyof PageFigures): number => {
    const sorted = all.map((one) => one[name]).sort((a, b) => a - b);
    return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
  };
  return {
    ...{ fcp: median('fcp'), lcp: median('lcp'), usable: median('usable') },
    script_bytes: median('script_bytes'),
    ...{ long_tasks: median('long_tasks'), longest_task: median('longest_task'), blocked: median('blocked') },
  };
}

async function measureOnce(
  browser: Browser,
  baseURL: string,
  { url, usable, before }: Measurement,
): Promise<PageFigures> {
  const watched = await openWatched(browser, { baseURL });
  try {
    await before?.(watched);
    const { page, context } = watched;
    const session = await context.newCDPSession(page);
    await session.send('Network.clearBrowserCache');
    await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLED });
    await page.addInitScript({ content: OBSERVE });
    await page.goto(new URL(url, baseURL).href, { waitUntil: 'commit' });
    await page.locator(usable).first().waitFor();
    const at = await page.evaluate<number>('performance.now()');
    await page.waitForLoadState('networkidle');
    return { usable: at, ...(await page.evaluate<Omit<PageFigures, 'usable'>>(read(at))) };
  } finally {
    await watched.close();
  }
}
