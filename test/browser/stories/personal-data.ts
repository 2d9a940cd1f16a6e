import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { keepEvidence } from '../../../src/app/consent/keep-evidence.js';
import { createConsentStore } from '../../../src/platform/mongo/consent/consent-store.js';
import { sealerOf } from '../../../src/platform/mongo/sealing/keyed-sealer.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../../src/platform/mongo/stores/search-store.js';
import type { Page } from '../harness/playwright.js';
import { auditEntries } from '../world/audit-entries.js';
import { callFrom } from '../world/call.js';
import type { World } from '../world/open-world.js';
import { inFull } from '../../support/in-full.js';

interface Stored {
  readonly _id: string;
  readonly forgotten?: { readonly why: string };
}

/** Keeps the text of each file that the page saves. */
const KEEP_SAVED = `(() => {
  const make = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob) => {
    window.saved = blob.text();
    return make(blob);
  };
})()`;
const savedBy = (page: Page): Promise<string> => page.evaluate<string>('window.saved');

/** Longer than what screens show of one value, and with marks that they replace. */
const AGREED = `By clicking I agree \u200e(\u200b${'to be called by the school, '.repeat(80)}). The end.`;

/** Somebody asks what is stored, and wants to be erased. */
export function tellPersonalData(world: () => World): void {
  inFull('files that are saved of a person have every character', async () => {
    const { person, connection } = world();
    // One that was sold in another story has evidence, or will: that is kept once.
    const evidence = connection.collection<{ lead_id: string }>('consent_evidence');
    const kept = await evidence.distinct('lead_id');
    const [sold] = await connection
      .collection<{ _id: string }>('leads')
      .find({
        ...{ _id: { $nin: kept }, state: 'accepted', is_test: false },
        ...{ forgotten: { $exists: false }, 'news.0': { $exists: false } },
      })
      .sort({ received_at: -1 })
      .limit(1)
      .toArray();
    const [leads, searches] = [createLeadStore(connection), createSearchStore(connection)];
    const lead = await leads.read(sold?._id ?? '');
    if (!lead) throw new Error('nothing was sold');
    const consents = createConsentStore(connection);
    const ports = { leads, searches, consents, sealer: sealerOf(connection), clock: () => new Date() };
    await keepEvidence(ports, [{ ...lead, consent: { ...lead.consent, text: AGREED } }]);
    const petra = await person({ name: 'Petra Proof', roles: ['admin', 'support'] });
    await petra.page.addInitScript({ content: KEEP_SAVED });
    const page = await petra.open(`/leads/${lead.id}`);
    const [dialog, main] = [page.getByRole('dialog'), page.getByRole('main')];
    await main.getByRole('button', { name: 'Prove' }).click();
    await page.getByLabel('Why').fill('a letter of their lawyer');
    await dialog.getByRole('button', { name: 'Show the proof' }).click();
    await page.getByText(/called by the school, \)\. The end\./).waitFor();
    await main.getByRole('button', { name: 'Save evidence that others can verify' }).click();
    type Proof = Readonly<Record<'salt' | 'text' | 'digest', string>>;
    const [proof] = JSON.parse(await savedBy(page)) as [Proof];
    const digest = createHash('sha256').update(`${proof.salt}\n${proof.text}`).digest('hex');
    expect([digest, proof.text.includes(JSON.stringify(AGREED))]).to.deep.equal([proof.digest, true]);
    await main.getByRole('button', { name: 'Save a page to print' }).click();
    expect(await savedBy(page)).to.contain(AGREED);

    await petra.open('/personal-data?see=person');
    await page.getByRole('tab', { name: 'One person' }).click();
    await page.getByLabel('E-mail address').fill(lead.lead.personal?.email ?? '');
    await page.getByLabel('Case number').fill('C-2026-8');
    await main.getByRole('button', { name: 'Find', exact: true }).click();
    await main.getByRole('button', { name: 'Export' }).click();
    await dialog.getByRole('button', { name: 'Save the file' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const { consents: exported } = JSON.parse(await savedBy(page)) as { consents: readonly Proof[] };
    expect(exported.some(({ text }) => text === proof.text)).to.equal(true);
    petra.expectNone();
  });

  it('an admin finds a person, proves the consent, erases, and says that the buyer was told', async () => {
    const { person, connection } = world();
    const sold = await connection
      .collection<{ _id: string }>('leads')
      .findOne({ state: 'accepted', forgotten: { $exists: false }, is_test: false });
    const id = sold?._id ?? '';
    const dana = await person({ name: 'Dana Privacy', roles: ['admin', 'support'] });
    const page = await dana.open(`/leads/${id}`);
    const path = `/api/v1/operator/leads/${id}/reveal`;
    const { body } = await callFrom(page, 'POST', path, { why: 'A letter' });
    const { email } = (body['lead'] as { personal: { email: string } }).personal;

    const dialog = page.getByRole('dialog');
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Prove' }).click();
    await page.getByLabel('Why').fill('a letter of their lawyer');
    await dialog.getByRole('button', { name: 'Show the proof' }).click();
    await page
      .getByText(/The head of its day|There’s no evidence/)
      .first()
      .waitFor();

    await dana.open('/personal-data');
    await page.getByRole('tab', { name: 'One person' }).click();
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Case number').fill('C-2026-9');
    await main.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByText('loses its personal data right away').first().waitFor();
    // Another address is another person: what was found before can't be exported or erased any more.
    await page.getByLabel('E-mail address').fill(`x${email}`);
    await main.getByRole('button', { name: 'Erase' }).waitFor({ state: 'detached' });
    await page.getByLabel('E-mail address').fill(email);
    await main.getByRole('button', { name: 'Find', exact: true }).click();
    await main.getByRole('button', { name: 'Erase' }).click();
    await dialog.getByRole('checkbox', { name: /Keep the evidence/, checked: true }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await main.getByRole('button', { name: 'Erase' }).click();
    await dialog.getByRole('checkbox', { name: /Keep the evidence/, checked: true }).waitFor();
    const erase = dialog.getByRole('button', { name: 'Erase the person' });
    expect(await erase.isEnabled()).to.equal(false);
    await page.getByLabel('Type the case number to confirm').fill('C-2026-9');
    await erase.click();
    await page.getByText(/^Certificate of erasure/).waitFor();
    await page.getByText(/Tell these buyers/).waitFor();
    const stored = await connection.collection<Stored>('leads').findOne({ _id: id });
    expect(stored?.forgotten).to.include({ why: 'erasure' });

    await page.getByRole('tab', { name: 'Buyers to tell' }).click();
    await main.getByRole('button', { name: 'It was told' }).first().click();
    await dialog.getByRole('button', { name: 'It was told' }).click();
    await page.getByText('Know it').click();
    await page.getByText('told by Dana Privacy').first().waitFor();
    await page.getByRole('tab', { name: 'Next removals' }).click();
    await page.getByText('sold leads').waitFor();
    for (const action of ['consent.prove', 'person.erase', 'notice.told'])
      expect(await auditEntries(connection, { action, who: dana.id }), action).to.have.length(2);
    expect(await auditEntries(connection, { action: 'lead.find', who: dana.id })).to.have.length(4);
    expect(page.url()).to.not.contain(email);
    dana.expectNone();
  });

  it('support puts somebody on the suppression list, finds and removes them, and looks at a file', async () => {
    const { person, connection } = world();
    const sue = await person({ name: 'Sue Support', roles: ['support'] });
    const page = await sue.open('/suppressions');
    const [dialog, main] = [page.getByRole('dialog'), page.getByRole('main')];
    const open = (name: string) => main.getByRole('button', { name, exact: true }).click();
    await open('Add');
    await page.getByLabel('Value').fill('stop.me@example.com');
    await page.getByLabel('Why').fill('asked to stop');
    await dialog.getByRole('button', { name: 'Add to the list' }).click();
    await page.getByText('Asked to stop').first().waitFor();
    await open('Find');
    await page.getByLabel('Value').fill('Stop.Me@Example.com');
    await dialog.getByRole('button', { name: 'Find' }).click();
    await page.getByText('Found', { exact: true }).waitFor();
    await open('Import');
    await page.getByLabel('Why, for all entries').fill('a bought list');
    await page.evaluate<undefined>(
      `(() => {
        const files = new DataTransfer();
        files.items.add(new File(['email\\nann@example.com\\nnobody\\n'], 'list.csv', { type: 'text/csv' }));
        const field = document.querySelector('input[type=file]');
        field.files = files.files;
        field.dispatchEvent(new Event('change', { bubbles: true }));
      })()`,
    );
    await dialog.getByRole('button', { name: 'Look at the file' }).click();
    await page.getByText(/Line 3: it is no e-mail address/).waitFor();
    await dialog.getByRole('button', { name: 'Import 1 value' }).click();
    await page.getByText('1 value is on the list.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByText('Found', { exact: true }).count(), 'what was found before').to.equal(0);
    await open('Remove');
    await page.getByLabel('Value').fill('stop.me@example.com');
    await page.getByLabel('Why').fill('gave consent again');
    await dialog.getByRole('button', { name: 'Remove from the list' }).click();
    await page.getByText('1 entry removed. Other entries may still apply to the person').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    expect(await connection.collection('suppressions').countDocuments()).to.equal(1);
    expect(page.url()).to.not.contain('example.com');
    sue.expectNone();
  });

  inFull('a file that is chosen while another one is looked at is looked at itself', async () => {
    const sue = await world().person({ name: 'Sue Support', roles: ['support'] });
    const page = await sue.open('/suppressions');
    const dialog = page.getByRole('dialog');
    let release = (): void => undefined;
    const chosen = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/suppressions\/import$/, async (route) => {
      await chosen;
      await route.continue();
    });
    const choose = (name: string, text: string) =>
      page.locator('input[type=file]').setInputFiles({
        ...{ name, mimeType: 'text/csv', buffer: Buffer.from(text) },
      });
    await page.getByRole('main').getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByLabel('Why, for all entries').fill('a bought list');
    await choose('one.csv', 'ann@example.com\n');
    await dialog.getByRole('button', { name: 'Look at the file' }).click();
    await choose('other.csv', 'bob@example.com\ncid@example.com\n');
    const looked = page.waitForResponse((response) => /\/suppressions\/import$/.test(response.url()));
    release();
    await (await looked).text();
    await page.locator('button:enabled').filter({ hasText: 'Look at the file' }).click();
    await dialog.getByRole('button', { name: 'Import 2 values' }).waitFor();
    sue.expectNone();
  });
}
