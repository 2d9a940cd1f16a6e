import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { TOLD_AFFILIATE } from '../../month/history/scenery.js';
import { until } from '../../support/until.js';
import { auditEntries } from '../world/audit-entries.js';
import { HOOK_SECRET, type World } from '../world/open-world.js';
import { inFull } from '../../support/in-full.js';

interface Heard {
  readonly type: string;
  readonly replay?: boolean;
}

/** An affiliate that listens where the catalogue says, and answers with a status. */
async function listenAt(url: string) {
  const heard: Heard[] = [];
  const hears = { status: 500, heard };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const event = new Webhook(HOOK_SECRET).verify(body, request.headers as Record<string, string>);
      if (hears.status < 300) heard.push(event as Heard);
      response.writeHead(hears.status).end();
    });
  });
  server.listen(Number(new URL(url).port), '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(hears, {
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

/** What affiliates are told, and what an operator does about it. */
export function tellWebhooks(world: () => World): void {
  it('an operator finds a webhook that fails, pauses it, resumes it, and replays', async () => {
    const { person, connection, sandboxUrl, startNotify } = world();
    const affiliate = await listenAt(sandboxUrl);
    const stopNotify = await startNotify();
    try {
      const omar = await person({ name: 'Omar Haddad', roles: ['operator'] });
      const page = await omar.open('/webhooks');
      await page.getByRole('link', { name: `webhook:affiliate:${TOLD_AFFILIATE}` }).click();
      const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
      const act = async (name: string): Promise<void> => {
        await page.getByRole('main').getByRole('button', { name, exact: true }).click();
        await confirm(name).waitFor();
      };
      await act('Send a test');
      await confirm('Send a test').click();
      await page
        .getByText(/in a row/)
        .first()
        .waitFor();
      await page.getByText('HTTP 500').first().waitFor();
      await act('Pause');
      await page.getByLabel('Why').fill('they move their servers');
      await confirm('Pause').click();
      await page.getByText(/Omar Haddad paused it/).waitFor();
      affiliate.status = 204;
      await act('Resume');
      await confirm('Resume').click();
      await page.getByText('Open', { exact: true }).first().waitFor();
      await until(() => affiliate.heard.some(({ type }) => type === 'webhook.test'), 'the test arrives');
      await page.getByText('HTTP 204').first().waitFor();
      await act('Replay');
      await page.getByText('Delivered messages').click();
      await confirm('Replay').click();
      await page.getByText(/messages are sent again/).waitFor();
      await until(() => affiliate.heard.some(({ replay }) => replay === true), 'a replay arrives');
      await page.getByText('Replay', { exact: true }).nth(1).waitFor();
      const acts = await Promise.all(
        ['webhook.test', 'webhook.pause', 'webhook.resume', 'webhook.replay'].map((action) =>
          auditEntries(connection, { action, who: omar.id }),
        ),
      );
      expect(acts.map(({ length }) => length > 0)).to.deep.equal([true, true, true, true]);
      expect(acts[1]?.[0]).to.include({ why: 'They move their servers' });
      omar.expectNone();
    } finally {
      await stopNotify();
      await affiliate.close();
    }
  });

  inFull('an operator makes a link to a posting specification; a viewer can not', async () => {
    const { person, connection } = world();
    const [omar, vic] = await Promise.all([
      person({ name: 'Omar Haddad', roles: ['operator'] }),
      person({ name: 'Vic View', roles: ['viewer'] }),
    ]);
    const page = await omar.open('/campaigns');
    await page.locator('tbody').getByRole('link').first().click();
    await page.getByText('Consent text').first().waitFor();
    await page.getByRole('button', { name: 'Make a link' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make a link' }).click();
    await page.getByText(/^https:\/\/leads\.example\.com\/posting\//).waitFor();
    expect(await auditEntries(connection, { action: 'campaign.link', who: omar.id })).to.have.length(2);
    const path = new URL(page.url()).pathname;
    const seen = await vic.open(path);
    await seen.getByText('Consent text').first().waitFor();
    expect(await seen.getByRole('button', { name: 'Make a link' }).count()).to.equal(0);
    for (const each of [omar, vic]) each.expectNone();
  });
}
