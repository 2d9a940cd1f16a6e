import { expect } from 'chai';
import { createExchangeStore } from '../../../src/platform/mongo/exchanges/exchange-store.js';
import { anExchange } from '../../support/exchanges.js';
import { expectAccessible } from '../harness/check-axe.js';
import { auditEntries } from '../world/audit-entries.js';
import { callFrom } from '../world/call.js';
import type { World } from '../world/open-world.js';
import { inFull } from '../../support/in-full.js';

/** The page asks each second who it is, not each minute. */
const LOOK_OFTEN = `(() => {
  const often = setInterval;
  window.setInterval = (act, ms, ...rest) => often(act, ms === 60000 ? 1000 : ms, ...rest);
})()`;

/** A buyer disputes a lead: what was sent, and what did it answer? */
export function tellSaid(world: () => World): void {
  it('support reads what was said about a lead, and says why it must see the values', async () => {
    const { person, history, connection } = world();
    const { id } = history.answers.refused_lead;
    const step = anExchange({ record_id: id, kind: 'verification', destination: 'carrier' });
    const text = '{"email":"ada@exa';
    const cut = { status: 200, headers: {}, body: { text, cut_of: 70_000 } };
    await createExchangeStore(connection).add([step, anExchange({ record_id: id, answer: cut })]);
    const support = await person({ name: 'Sid Said', roles: ['support'] });
    const page = await support.open(`/leads/${id}`);
    await page.getByText('Verification step carrier, before attempt 1').click();
    await page.getByText('"result": "•••"').waitFor();
    await page.getByText(/^Delivery to .*, attempt 1$/).click();
    await page.getByText('Cut off: it had 70,000 characters.').waitFor();
    expect(await page.content()).to.not.match(/ada@exa/);
    await expectAccessible(page, 'requests and answers');

    await page.getByRole('button', { name: 'Show the values' }).click();
    await page.getByLabel('Why').fill('the buyer disputes it');
    await page.getByRole('button', { name: 'Show what was said' }).click();
    await page.getByText('ada@example.com').first().waitFor();
    const [intent] = await auditEntries(connection, { action: 'lead.reveal', who: support.id });
    expect(intent).to.deep.include({ on: { kind: 'lead', ids: [id] }, why: 'The buyer disputes it' });
    support.expectNone();
  });

  inFull('what was revealed goes with the role, and does not come back with it', async () => {
    const { person, history, connection } = world();
    const { id } = history.answers.refused_lead;
    await createExchangeStore(connection).add([anExchange({ record_id: id })]);
    const [admin, support] = await Promise.all([
      person({ name: 'Rhea Rolegiver', roles: ['admin'] }),
      person({ name: 'Sid Said', roles: ['support'] }),
    ]);
    await admin.open('/');
    await support.page.addInitScript({ content: LOOK_OFTEN });
    const page = await support.open(`/leads/${id}`);
    const show = async (button: string, confirm: string): Promise<void> => {
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByLabel('Why').fill('the buyer disputes it');
      await page.getByRole('button', { name: confirm }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    };
    await show('Show', 'Show the personal data');
    await page.getByText('Robin', { exact: true }).waitFor();
    await show('Show the values', 'Show what was said');
    const recorded = page.getByText('as they were, recorded');
    await recorded.waitFor();
    await show('Prove', 'Show the proof');
    const proof = page.getByText(/The head of its day|There’s no evidence/).first();
    await proof.waitFor();
    const give = (roles: readonly string[]) =>
      callFrom(admin.page, 'PUT', `/api/v1/operator/people/${support.id}/roles`, { roles });
    expect((await give(['viewer'])).status).to.equal(200);
    await page.getByRole('button', { name: 'Prove', exact: true }).waitFor({ state: 'detached' });
    const expectMasked = async (): Promise<void> => {
      await page.getByText('masked', { exact: true }).waitFor();
      for (const shown of [page.getByText('Robin', { exact: true }), recorded, proof])
        expect(await shown.count()).to.equal(0);
    };
    await expectMasked();
    expect((await give(['support'])).status).to.equal(200);
    await page.getByRole('button', { name: 'Prove', exact: true }).waitFor();
    await expectMasked();
    support.expectNone();
  });

  inFull('says why nothing is kept about a lead', async () => {
    const { person, connection } = world();
    const viewer = await person({ name: 'Vi Ewer', roles: ['viewer'] });
    // The oldest lead of the history that was sent, which no story touches: news of a lead is a request to its affiliate.
    const [oldest] = await connection
      .collection('leads')
      .find({ 'attempts.0': { $exists: true } })
      .sort({ received_at: 1 })
      .limit(1)
      .toArray();
    const page = await viewer.open(`/leads/${String(oldest?._id)}`);
    await page.getByText(/^There are no requests yet/).waitFor();
    expect(await page.getByRole('button', { name: 'Show the values' }).count()).to.equal(0);
    viewer.expectNone();
  });
}
