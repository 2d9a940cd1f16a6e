import { expect } from 'chai';
import type { Page } from '../harness/playwright.js';
import { callFrom } from '../world/call.js';
import type { World } from '../world/open-world.js';
import { goInside, type Person } from '../world/person.js';
import { inFull } from '../../support/in-full.js';

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

interface Begun {
  readonly page: Page;
  readonly path: string;
  readonly id: string;
  readonly text: string;
}

/** Somebody begins a draft of the version in force. */
async function begin(person: Person): Promise<Begun> {
  const page = await person.open('/catalogue');
  await page.getByText(/Version \d+ is active/).waitFor();
  await page.getByRole('button', { name: 'New draft' }).click();
  await page.getByLabel('What it is for').fill('A longer name');
  await page.getByRole('button', { name: 'Create the draft' }).click();
  await page.waitForURL(/\/catalogue\/drafts\//);
  const path = new URL(page.url()).pathname;
  const id = path.split('/').at(-1) ?? '';
  return { page, path, id, text: await textOf(page, id) };
}

/** Goes back to a version: only with a plan on the screen, and not if the catalogue moved since. Two switches move it. */
async function rollBack({ person }: World, admin: Person, version: number): Promise<void> {
  const omar = await person({ name: 'Omar Haddad', roles: ['operator'] });
  await omar.open('/');
  const page = await admin.open(`/catalogue/versions/${version}`);
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: /^Roll back/ });
  let release = (): void => undefined;
  const looked = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/catalogue\/rollback$/, async (route) => {
    await looked;
    await route.continue();
  });
  const begin = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Roll back to it' }).click();
    await page.getByLabel('Why').fill('the school took it back');
  };
  await begin();
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))');
  expect(await confirm.isEnabled()).to.equal(false);
  release();
  await page.getByText(/would change/).waitFor();
  for (const action of ['pause', 'resume'])
    await callFrom(omar.page, 'POST', '/api/v1/operator/switches', {
      ...{ action, entries: [{ kind: 'offer', handle: 'teaching' }], why: 'somebody else', dry_run: false },
    });
  await confirm.click();
  await dialog.getByText(/has come into force in the meantime/).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await begin();
  await page.getByText(/would change/).waitFor();
  await confirm.click();
}

const OVERTAKEN = /Someone else changed this draft/;

/** A change of the catalogue, from its first fault to the day it is taken back. */
export function tellDraft(world: () => World): void {
  it('a draft has a fault, is mended, backtested, applied by somebody else, and rolled back', async () => {
    const { person, history } = world();
    const before = (await history.stage.versions.current())?.version ?? 0;
    const [dana, adam] = await Promise.all([
      person({ name: 'Dana Reyes', roles: ['admin'] }),
      person({ name: 'Adam Other', roles: ['admin'] }),
    ]);
    adam.allow(/status of 409/);
    const { page, path, text } = await begin(dana);
    await write(page, `nonsense: 1\n${text}`);
    await page.getByRole('button', { name: 'Save and validate' }).click();
    await page.getByRole('button', { name: /line 1\b/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Apply', exact: true }).count()).to.equal(0);
    await write(page, text.replace('Teaching', 'Teaching and learning'));
    await page.getByRole('button', { name: 'Save and validate' }).click();
    await page.getByText(/No errors/).waitFor();
    await page.getByRole('button', { name: 'Backtest' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Backtest' }).click();
    await page.getByText(/Nothing was sent/).waitFor();
    await page.getByRole('button', { name: 'Propose' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Propose' }).click();
    await page.getByText('Proposed', { exact: true }).waitFor();
    const other = await adam.open(path);
    await other.getByRole('button', { name: 'Apply', exact: true }).click();
    await other.getByLabel('Why').fill('agreed with the school');
    await other.getByRole('button', { name: 'Apply the draft' }).click();
    await other
      .getByText(`Version ${before + 1} is active`)
      .first()
      .waitFor();
    await rollBack(world(), adam, before);
    await other
      .getByText(`Version ${before + 4} is active`)
      .first()
      .waitFor();
    const stored = await history.stage.versions.current();
    expect(stored?.version).to.equal(before + 4);
    dana.expectNone();
    adam.expectNone();
  });

  inFull('text that somebody else saved meanwhile is neither shown as validated nor applied', async () => {
    const { person } = world();
    const [dana, adam] = await Promise.all([
      person({ name: 'Dana Reyes', roles: ['admin'] }),
      person({ name: 'Adam Other', roles: ['admin'] }),
    ]);
    dana.allow(/status of 409/);
    const { path, id, page, text } = await begin(dana);
    const other = await adam.open('/');
    const saveOther = (revision: number, to: string): Promise<unknown> =>
      callFrom(other, 'PUT', `/api/v1/operator/drafts/${id}`, {
        revision,
        files: [{ name: 'catalogue.yaml', text: text.replace('Teaching', to) }],
      });
    await page.getByRole('button', { name: 'Apply', exact: true }).waitFor();
    await saveOther(1, 'Teaching by Adam');
    await page.getByRole('button', { name: 'Validate', exact: true }).click();
    await page.getByText(OVERTAKEN).waitFor();
    expect(await page.getByRole('button', { name: 'Apply', exact: true }).count()).to.equal(0);
    await page.getByRole('button', { name: 'Discard my changes' }).click();
    await page.getByText(OVERTAKEN).waitFor({ state: 'hidden' });
    await page.getByText(/^revision 2,/).waitFor();
    // Adam saves between the two calls of the button.
    await page.route(/\/validate/, async (route) => {
      await saveOther(3, 'Teaching by Adam again');
      await route.continue();
    });
    await write(page, text.replace('Teaching', 'Teaching by Dana'));
    await page.getByRole('button', { name: 'Save and validate' }).click();
    await page.getByText(OVERTAKEN).waitFor();
    expect(await page.getByRole('button', { name: 'Apply', exact: true }).count()).to.equal(0);
    expect(new URL(page.url()).pathname).to.equal(path);
    dana.expectNone();
  });

  inFull('what is typed while a draft is saved is still to be saved', async () => {
    const dana = await world().person({ name: 'Dana Reyes', roles: ['admin'] });
    const { page, path, text } = await begin(dana);
    let release = (): void => undefined;
    const typed = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/drafts\/[^/]+$/, async (route) => {
      if (route.request().method() === 'PUT') await typed;
      await route.continue();
    });
    await write(page, text.replace('Teaching', 'Teaching one'));
    await page.getByRole('button', { name: 'Save and validate' }).click();
    await write(page, text.replace('Teaching', 'Teaching two'));
    // The screen is left and opened again meanwhile: its own text is not taken for somebody else's.
    await goInside(page, path);
    const validated = page.waitForResponse((response) => /\/validate/.test(response.url()));
    release();
    await validated;
    await page.getByText(/^revision 2,/).waitFor();
    await page.getByText(/No errors/).waitFor();
    await page.getByText('Unsaved changes', { exact: true }).waitFor();
    expect(await page.getByText(OVERTAKEN).count()).to.equal(0);
    expect(await page.getByRole('button', { name: 'Apply', exact: true }).count()).to.equal(0);
    await page.getByRole('button', { name: 'Save and validate' }).click();
    await page.getByText(/^revision 3,/).waitFor();
    await page.getByRole('button', { name: 'Apply', exact: true }).waitFor();
    // Nor is it lost when another screen is opened.
    await write(page, `# A note\n${text}`);
    await page.getByText('Unsaved changes', { exact: true }).waitFor();
    await goInside(page, path);
    await page.getByText(/You have unsaved changes/).waitFor();
    await page.locator('.cm-content').filter({ hasText: '# A note' }).waitFor();
    expect(await page.getByRole('button', { name: 'Apply', exact: true }).count()).to.equal(0);
    await page.getByRole('button', { name: 'Discard my changes' }).click();
    await page.getByRole('button', { name: 'Apply', exact: true }).waitFor();
    expect(await page.getByText('# A note').count()).to.equal(0);
    dana.expectNone();
  });
}
