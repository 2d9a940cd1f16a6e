import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CLONE_DIR } from '../../../scripts/processes/clone-dir.js';
import type { Browser, Playwright } from './playwright.js';

/** Finds packages of test/browser. */
export const requireBrowserPackage = createRequire(join(CLONE_DIR, 'test/browser/package.json'));

/**
 * Our own: with the package's `--single-process` the browser ends with its first context. A sandbox needs rights that a
 * container does not give, and the pages are our own.
 */
const ARGUMENTS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none'];

/**
 * Where the launcher unpacked Chromium. Undefined: this machine cannot run it (the package is built for Linux on x64), or the
 * tests were not started by the launcher.
 */
export const chromiumDir = (): string | undefined => process.env['LEADKEEP_CHROMIUM'] || undefined;

/** Starts Chromium. Close it at the end. */
export async function openBrowser(): Promise<Browser> {
  const dir = chromiumDir();
  if (dir === undefined)
    throw new Error('LEADKEEP_CHROMIUM is not set: start it with node scripts/launch.mjs');
  const { chromium } = requireBrowserPackage('playwright-core') as Playwright;
  return chromium.launch({
    executablePath: join(dir, 'chromium'),
    args: ARGUMENTS,
    env: {
      ...process.env,
      // A bare machine has neither these libraries nor fonts.
      LD_LIBRARY_PATH: join(dir, 'al2023/lib'),
      FONTCONFIG_PATH: join(dir, 'fonts'),
    },
  });
}
