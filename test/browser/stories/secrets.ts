import { expect } from 'chai';
import { expectAccessible } from '../harness/check-axe.js';
import { callFrom } from '../world/call.js';
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

  it('an offer gets its destination by a template, with a secret that is typed and a sample that is read', async () => {
    const { person, connection } = world();
    const dana = await person({ name: 'Dana Reyes', roles: ['admin'] });
    const page = await dana.open('/catalogue/entry/offer?buyer=harbor');
    await page.getByLabel(/^Name/).first().fill('Harbor Law');
    await page.getByPlaceholder('Choose the one that looks like theirs').click();
    await page.getByRole('option', { name: /JSON, nested in both directions/ }).click();
    await page.getByRole('button', { name: /Use it|Replace what is typed/ }).click();
    await page
      .getByLabel(/^Address/)
      .first()
      .fill('https://harbor.example/leads');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('It is not saved yet').waitFor();
    await page.getByText('Type the value of the secret HARBOR_TOKEN.').first().waitFor();
    await page.getByLabel('Value of HARBOR_TOKEN').fill(VALUE);
    await page.getByText('It is not saved yet').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Add header' }).first().click();
    const header = page.getByRole('group', { name: 'Header 2', exact: true });
    await header.getByLabel('Name').fill('X-Partner-Key');
    // What is typed where a value belongs is the secret's.
    await header.getByLabel('Value', { exact: true }).click();
    await page.keyboard.type(`${VALUE}-too`);
    expect(await header.getByLabel('Value of HARBOR_PARTNER_KEY').inputValue()).to.equal(`${VALUE}-too`);
    expect(await header.getByLabel('Value', { exact: true }).inputValue()).to.equal(
      '${secret:HARBOR_PARTNER_KEY}',
    );
    // A value that was there before its name says what it is.
    await page.getByRole('button', { name: 'Add header' }).first().click();
    const late = page.getByRole('group', { name: 'Header 3', exact: true });
    await late.getByLabel('Value', { exact: true }).fill(`${VALUE}-late`);
    await late.getByLabel('Name').fill('X-Api-Key');
    await late.getByLabel('Name').press('Tab');
    expect(await late.getByLabel('Value', { exact: true }).inputValue()).to.equal('${secret:HARBOR_API_KEY}');
    const mapped = page.getByRole('group', { name: 'Field 1', exact: true });
    expect(await mapped.getByLabel('Their field').inputValue()).to.equal('applicant.name.first');
    await mapped.getByLabel('Their field').fill('applicant.given_name');

    const sample = page.getByRole('group', { name: 'Try a sample answer' });
    await sample.getByLabel('Status').fill('422');
    await sample.getByLabel('Body of the answer').fill('{"errors":[{"detail":"Too far away"}]}');
    await sample.getByRole('button', { name: 'See how it is read' }).click();
    const reading = sample.getByRole('status');
    await reading.getByText('Rejected', { exact: true }).waitFor();
    await reading.getByText('Too far away').waitFor();
    await sample.getByLabel('Status').fill('201');
    await sample.getByLabel('Body of the answer').fill('{"data":{"id":"H-17"}}');
    await sample.getByRole('button', { name: 'See how it is read' }).click();
    await reading.getByText('Accepted: sold').waitFor();
    await reading.getByText('H-17').waitFor();

    await expectAccessible(page, 'The form of an offer');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^Saved in the draft/).waitFor();
    for (const name of ['HARBOR_TOKEN', 'HARBOR_PARTNER_KEY', 'HARBOR_API_KEY'])
      await page.getByText(`${name} is stored.`).waitFor();
    const [draft] = await connection
      .collection('drafts')
      .find({})
      .sort({ created_at: -1 })
      .limit(1)
      .toArray();
    const text = JSON.stringify(draft);
    expect(text)
      .to.include('Bearer ${secret:HARBOR_TOKEN}')
      .and.include('${secret:HARBOR_PARTNER_KEY}')
      .and.include('given_name');
    const kept = await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
    const audit = JSON.stringify(await connection.collection('audit_log').find({}).toArray());
    for (const place of [text, kept, audit]) expect(place).to.not.include('of-ridge');
    expect(audit).to.include('For offer harbor-law');
    dana.expectNone();
  });

  it('a draft says which secret nobody has, and it can be typed there', async () => {
    const dana = await world().person({ name: 'Dana Reyes', roles: ['admin'] });
    dana.allow(/style-src-attr|Applying inline style/);
    await dana.open('/');
    const DRAFTS = '/api/v1/operator/drafts';
    const created = await callFrom(dana.page, 'POST', DRAFTS, { title: 'Harbor by key' });
    const { id } = created.body as { id: string };
    const headers = { Authorization: 'Bearer ${secret:HARBOR_LACKS}' };
    await callFrom(dana.page, 'POST', `${DRAFTS}/${id}/entries`, {
      ...{ revision: 1, kind: 'offer', handle: 'harbor-key' },
      entry: {
        ...{ name: 'Harbor by key', buyer: 'harbor', offer_type: 'shared' },
        delivery: { url: 'https://harbor.example/leads', headers },
      },
    });
    const page = await dana.open(`/catalogue/drafts/${id}`);
    const missing = page.getByText(/The secret HARBOR_LACKS isn’t set. Needed by offer harbor-key/);
    await missing.waitFor();
    await page
      .locator('.notice')
      .filter({ hasText: 'HARBOR_LACKS' })
      .getByRole('button', { name: 'Set' })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Value').fill(VALUE);
    await dialog.getByLabel('Why').fill('a new buyer');
    await dialog.getByRole('button', { name: 'Store the secret' }).click();
    await missing.waitFor({ state: 'hidden' });
    dana.expectNone();
  });
}
