import { readFileSync } from 'node:fs';
import { requireBrowserPackage } from './open-browser.js';
import type { Page } from './playwright.js';

/** The levels of WCAG that the console keeps. */
const KEPT = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules about colors. All others find the same in every theme. */
const OF_COLORS = ['color-contrast', 'link-in-text-block'];
const SHOWN = 3;

interface Finding {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
}

let source: string | undefined;

/**
 * What axe finds on the page as it is now, a line for each rule. It is evaluated past the page's CSP, which stays strict.
 * `colors`: by the rules about colors alone, for a page that was looked at in another theme.
 */
export async function axeFindings(page: Page, rules: 'all' | 'colors' = 'all'): Promise<string[]> {
  source ??= readFileSync(requireBrowserPackage.resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(`if (!window.axe) { ${source}; }`);
  const runOnly = rules === 'all' ? KEPT : { type: 'rule', values: OF_COLORS };
  const found = await page.evaluate<readonly Finding[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] }).then((all) => all.violations)`,
  );
  return found.map(({ id, help, nodes }) => {
    const places = nodes
      .slice(0, SHOWN)
      .map(({ target, failureSummary }) => `\n    ${target.join(' ')}: ${oneLine(failureSummary)}`);
    return `${id}: ${help} (${nodes.length})${places.join('')}`;
  });
}

const oneLine = (text = ''): string => text.replace(/\s+/g, ' ').trim();

/** Throws if axe finds something. `what`: the screen, its theme and state. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const findings = await axeFindings(page);
  if (findings.length > 0) throw new Error(`${what}:\n  ${findings.join('\n  ')}`);
}
