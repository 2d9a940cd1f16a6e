import { expect } from 'chai';
import type { Page } from '../harness/playwright.js';
import type { World } from '../world/open-world.js';

/** Replaces what stands in the editor, as somebody who pastes. */
async function write(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
}

const textOf = (page: Page, id: string): Promise<string> =>
  page.evaluate<string>(
    `fetch('/api/v1/operator/drafts/${id}').then((answer) => answer.json()).then(({ files }) => files[0].text)`,
  );

/** A change of the catalogue, from its first fault to the day it is taken back. */
export function tellDraft(world: () => World): void {
  it('a draft has a fault, is mended, backtested, applied by somebody else, and rolled back', async () => {
    const { person, history } = world();
    const before = (await history.stage.versions.current())?.version ?? 0;
    const [dana, adam] = await Promise.all([
      person({ name: 'Dana Reyes', roles: ['admin'] }),
      person({ name: 'Adam Other', roles: ['admin'] }),
    ]);
    // The browser marks up what a script inserts into an editor, and its policy takes the style away again.
    dana.allow(/style-src-attr|Applying inline style/);
    const page = await dana.open('/catalogue');
    await page.getByText(`Version ${before} is in force`).waitFor();
    await page.getByRole('button', { name: 'New draft' }).click();
    await page.getByLabel('What it is for').fill('A longer name');
    await page.getByRole('button', { name: 'Begin the draft' }).click();
    await page.waitForURL(/\/catalogue\/drafts\//);
    const path = new URL(page.url()).pathname;
    const text = await textOf(page, path.split('/').at(-1) ?? '');
    await write(page, `nonsense: 1\n${text}`);
    await page.getByRole('button', { name: 'Save and validate' }).click();
    await page.getByRole('button', { name: /line 1\b/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Apply', exact: true }).count()).to.equal(0);
    await write(page, text.replace('Teaching', 'Teaching and learning'));
    await page.getByRole('button', { name: 'Save and validate' }).click();
    await page.getByText(/No faults/).waitFor();
    await page.getByRole('button', { name: 'Backtest' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Backtest' }).click();
    await page.getByText(/Nothing was sent/).waitFor();
    await page.getByRole('button', { name: 'Propose' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Propose' }).click();
    await page.getByText('Proposed', { exact: true }).waitFor();
    const other = await adam.open(path);
    await other.getByRole('button', { name: 'Apply', exact: true }).click();
    await other.getByLabel('Why').fill('agreed with the school');
    await other.getByRole('button', { name: 'Put it in force' }).click();
    await other
      .getByText(`Version ${before + 1} is in force`)
      .first()
      .waitFor();
    await adam.open(`/catalogue/versions/${before}`);
    await other.getByRole('button', { name: 'Roll back to it' }).click();
    await other.getByText(/would change/).waitFor();
    await other.getByLabel('Why').fill('the school took it back');
    await other
      .getByRole('dialog')
      .getByRole('button', { name: /^Roll back/ })
      .click();
    await other
      .getByText(`Version ${before + 2} is in force`)
      .first()
      .waitFor();
    const stored = await history.stage.versions.current();
    expect(stored?.version).to.equal(before + 2);
    dana.expectNone();
    adam.expectNone();
  });
}
