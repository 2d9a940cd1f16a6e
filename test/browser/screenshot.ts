import { Command } from 'commander';
import { axeFindings } from './harness/check-axe.js';
import { openBrowser } from './harness/open-browser.js';
import { openWatched } from './harness/watched-page.js';

/** `node scripts/launch.mjs screenshot URL FILE`: a picture of a page, and what the stories would say against it. */
interface Options {
  readonly dark?: true;
  readonly width: string;
  readonly full?: true;
  readonly cookie: readonly string[];
  readonly wait: string;
}

const command = new Command('screenshot')
  .argument('<url>')
  .argument('<file>', 'PNG')
  .option('--dark', 'in the dark theme')
  .option('--width <pixels>', 'of the window', '1280')
  .option('--full', 'the whole page, not only the window')
  .option(
    '--cookie <name=value>',
    'may be repeated',
    (one: string, all: readonly string[]) => [...all, one],
    [] as readonly string[],
  )
  .option('--wait <selector>', 'until this is there', 'body')
  .parse();

const [url = '', file = ''] = command.args;
const options = command.opts<Options>();
const browser = await openBrowser();
try {
  const { page, context, faults } = await openWatched(browser, {
    baseURL: url,
    colorScheme: options.dark ? 'dark' : 'light',
    viewport: { width: Number(options.width), height: 800 },
  });
  await context.addCookies(
    options.cookie.map((one) => {
      const [name = '', ...value] = one.split('=');
      return { name, value: value.join('='), url: new URL(url).origin };
    }),
  );
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator(options.wait).first().waitFor();
  await page.screenshot({ path: file, fullPage: options.full ?? false });
  for (const line of [...faults, ...(await axeFindings(page))]) process.stdout.write(`${line}\n`);
} finally {
  await browser.close();
}
