import { expect } from 'chai';
import type { World } from '../world/open-world.js';

const VALUE = 'of-ridge-and-nobody-else';

/** Buyers' secrets: set, replaced, and removed only while nobody needs them. */
export function tellSecrets(world: () => World): void {
  it('a secret is set, replaced with an overlap, and not removed while it is in use', async () => {
    const { person, connection } = world();
    const [dana, vera] = await Promise.all([
      person({ name: 'Dana Reyes', roles: ['admin'] }),
      person({ name: 'Vera Stone', roles: ['viewer'] }),
    ]);
    dana.allow(/status of 409/);
    const page = await dana.open('/');
    await page.getByRole('link', { name: 'Secrets' }).click();
    const dialog = page.getByRole('dialog');
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('SANDBOX_HOOK')
      .getByText(/a variable \(console/)
      .waitFor();

    for (const name of ['RIDGE_TOKEN', 'SANDBOX_HOOK']) {
      await page.getByRole('button', { name: 'Set a secret' }).click();
      await dialog.getByLabel('Name').fill(name);
      await dialog.getByLabel('Value').fill(VALUE);
      await dialog.getByLabel('Why').fill('a new buyer');
      await dialog.getByRole('button', { name: 'Store the secret' }).click();
      await dialog.waitFor({ state: 'hidden' });
    }
    await row('RIDGE_TOKEN').getByText('stored', { exact: true }).waitFor();
    await row('SANDBOX_HOOK')
      .getByText(/; stored, for all others/)
      .waitFor();

    await row('RIDGE_TOKEN').getByRole('button', { name: 'Replace' }).click();
    await dialog.getByLabel('New value').fill(`${VALUE}-2`);
    await dialog.getByLabel('Why').fill('they changed it');
    await dialog.getByRole('button', { name: 'Replace the secret' }).click();
    await row('RIDGE_TOKEN')
      .getByText(/the value before is valid for callbacks until/)
      .waitFor();

    const remove = async (name: string): Promise<void> => {
      await row(name).getByRole('button', { name: 'Remove' }).click();
      await dialog.getByLabel('Why').fill('the buyer left');
      await dialog.getByRole('button', { name: 'Remove the secret' }).click();
    };
    await remove('SANDBOX_HOOK');
    await dialog.getByText(/It is in use: affiliate northwind/).waitFor();
    await dialog.getByText(/Also while it is in use/).click();
    await dialog.getByRole('button', { name: 'Remove the secret' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await remove('RIDGE_TOKEN');
    await row('RIDGE_TOKEN').waitFor({ state: 'hidden' });

    const read = await vera.open('/secrets');
    await read.getByText('SANDBOX_HOOK').waitFor();
    expect(await read.getByRole('button', { name: /Set a|Replace|Remove/ }).count()).to.equal(0);
    const shown = [await page.locator('body').innerText(), await read.locator('body').innerText()];
    const stored = await Promise.all(
      ['audit_log', 'secrets'].map((name) => connection.collection(name).find({}).toArray()),
    );
    expect(JSON.stringify([shown, stored])).to.not.include('of-ridge');
    dana.expectNone();
    vera.expectNone();
  });
}
