import type { Page } from '../harness/playwright.js';

export const THEMES = ['light', 'dark'] as const;

/** Changes the theme, and waits until everything has its colors. */
export async function wear(page: Page, colorScheme: (typeof THEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' });
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}
