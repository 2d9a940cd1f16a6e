import { expect } from 'chai';
import { openRequest } from '../../support/returns.js';
import { expectAccessible } from '../harness/check-axe.js';
import { auditEntries } from '../world/audit-entries.js';
import type { World } from '../world/open-world.js';

/** What no page may run. */
const SAID = '<img src=x onerror=alert(1)> It rings out';

/** Leads that come back: one, many by a file, and those that a buyer asks to return. */
export function tellReturns(world: () => World): void {
  it('an operator returns a lead, and undoes it', async () => {
    const { person, connection } = world();
    const sold = await connection
      .collection<{ _id: string }>('leads')
      .find({
        ...{ state: 'accepted', returns: { $exists: false }, 'decision.sale.buyer_id': /0002$/ },
        'decision.at': { $gt: new Date(Date.now() - 20 * 86_400_000) },
      })
      .sort({ received_at: 1 })
      .limit(1)
      .toArray();
    const id = sold[0]?._id ?? '';
    const omar = await person({ name: 'Omar Haddad', roles: ['operator'] });
    const page = await omar.open(`/leads/${id}`);
    await page.getByRole('button', { name: 'Return', exact: true }).click();
    await page.getByRole('dialog').getByText(id.slice(0, 8)).waitFor();
    await page.getByLabel('Reason').first().click();
    await page.getByRole('option').first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Return', exact: true }).click();
    // It is neither good news nor the end, and this affiliate keeps its payout.
    await page
      .locator('.notice[data-tone=bad]')
      .filter({ hasText: 'If the return was a mistake, undo it.' })
      .waitFor();
    await page.getByText('Margin now').waitFor();
    await page
      .getByText(/^-\$\d/)
      .first()
      .waitFor();
    const listed = await omar.open('/leads?code=RETURNED');
    await listed.locator(`a[href='/leads/${id}']`).first().waitFor();
    await omar.open(`/leads/${id}`);
    await page.getByRole('button', { name: 'Undo the return' }).click();
    await page.getByLabel('Why').fill('the student was reached');
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the return' }).click();
    await page.getByText('undone').first().waitFor();
    const acts = await auditEntries(connection, { action: 'lead.return_undo', who: omar.id });
    expect(acts).to.have.length(2);
    omar.expectNone();
  });

  it('an operator returns a buyer’s own file: columns and words are mapped once, rows with errors are left out', async () => {
    const { person, connection } = world();
    const sold = await connection
      .collection<{ _id: string }>('leads')
      .find({
        ...{ state: 'accepted', returns: { $exists: false }, 'decision.sale.buyer_id': /0002$/ },
        'decision.at': { $gt: new Date(Date.now() - 20 * 86_400_000) },
      })
      .sort({ received_at: -1 })
      .limit(3)
      .toArray();
    const [a = '', b = '', c = ''] = sold.map(({ _id }) => _id);
    const omar = await person({ name: 'Omar Haddad', roles: ['operator'] });
    const page = await omar.open('/bulk?do=return');
    const choose = async (label: string | RegExp, option: string): Promise<void> => {
      await page.getByLabel(label).first().click();
      await page.getByRole('option', { name: option, exact: true }).first().click();
    };
    const give = async (...rows: string[]): Promise<void> => {
      const buffer = Buffer.from(rows.join('\r\n'), 'latin1');
      await page.locator('input[type=file]').setInputFiles({ name: 'r.csv', mimeType: 'text/csv', buffer });
      await page.locator('button:enabled').filter({ hasText: 'Show the plan' }).click();
    };
    await choose('Buyer or offer', 'Summit College');
    const head = 'Name;Lead ID;What happened';
    await give(head, `Zoë;${a};Too young`, `Jo;${b};Línea muerta`, `Al;${b}`);
    await page.getByText('read as Windows-1252').waitFor();
    await page.getByText('Choose the columns of the file above, then show the plan again.').waitFor();
    await choose(/^Reason/, 'What happened');
    await page.getByRole('button', { name: 'Show the plan' }).click();
    await page.getByText('Line 4: has 2 of 3 columns').waitFor();
    await page.getByText(/aren’t this buyer’s/).waitFor();
    await choose('Línea muerta', 'The phone number is wrong');
    await page.getByRole('button', { name: 'Show the plan' }).click();
    await page.getByText(/2 leads will change: \$\d.* off the buyer’s bill/).waitFor();
    await page.getByText('1 row with errors is left out').waitFor();
    await expectAccessible(page, 'a plan of returns');
    await page.getByRole('button', { name: 'Return 2 leads' }).click();
    await page.getByText('Done: 2 leads changed').waitFor();
    // The next file needs no choice.
    await give(head, `Di;${c};LÍNEA  MUERTA`);
    await page.getByText('1 lead will change').waitFor();
    await page.getByText(/columns are remembered from/).waitFor();
    omar.expectNone();
  });

  it('an operator decides what buyers ask to return, one after the other', async () => {
    const { person, connection } = world();
    const leads = connection.collection<{
      readonly _id: string;
      readonly return_requests?: readonly { readonly ended?: { readonly outcome: string } }[];
    }>('leads');
    const sold = await leads
      .find({ state: 'accepted', returns: { $exists: false }, 'decision.sale.buyer_id': /0002$/ })
      .sort({ received_at: -1 })
      .limit(2)
      .toArray();
    const ids = sold.map(({ _id }) => _id);
    for (const [at, _id] of ids.entries()) {
      const request_due_at = new Date(Date.now() + (at + 1) * 3_600_000);
      const return_requests = [openRequest(new Date(), request_due_at)];
      const return_evidence = { 0: { text: SAID, links: ['https://crm.example/calls/17'] } };
      await leads.updateOne({ _id }, { $set: { return_requests, return_evidence, request_due_at } });
    }
    const omar = await person({ name: 'Omar Haddad', roles: ['operator'] });
    const page = await omar.open('/return-requests');
    await page.getByText('2 open').waitFor();
    await page.getByText(SAID).waitFor();
    await page.getByRole('link', { name: 'https://crm.example/calls/17' }).waitFor();
    await page.getByText('Sold', { exact: true }).waitFor();
    await expectAccessible(page, 'return requests');
    await page.getByRole('button', { name: 'Accept the return' }).click();
    await page.getByText('1 open').waitFor();
    await page.getByLabel('Reason').fill('their number works');
    await page.getByRole('button', { name: 'Decline it' }).click();
    await page.getByText('No open requests').waitFor();
    const decided = await leads
      .find({ _id: { $in: ids } })
      .sort({ received_at: -1 })
      .toArray();
    expect(decided.map(({ return_requests = [] }) => return_requests[0]?.ended?.outcome)).to.deep.equal([
      ...['accepted', 'declined'],
    ]);
    await omar.open(`/leads/${ids[1] ?? ''}`);
    await page.getByText(/declined by Omar Haddad: Their number works/).waitFor();
    omar.expectNone();
  });
}
