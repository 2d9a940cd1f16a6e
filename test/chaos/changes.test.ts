import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeCatalogue } from '../../chaos/operate/change-catalogue.js';
import { inHere } from '../../chaos/operate/leadkeep.js';
import { chaosCatalogue } from '../../chaos/plan/catalogue.js';
import { createCatalogueStore } from '../../src/platform/mongo/catalogue/catalogue-store.js';
import { runOk } from '../cli/run-cli.js';
import { migratedServices } from '../support/services.js';

describe('the changes of the rehearsal', () => {
  const services = migratedServices();
  const dir = mkdtempSync(join(tmpdir(), 'leadkeep-test-'));
  after(async () => {
    rmSync(dir, { recursive: true });
    await services.close();
  });

  it('take back what the same operator applied, which leadkeep refuses at first', async () => {
    const { env } = services;
    const [began, sandboxUrl, submits] = [new Date(), 'http://127.0.0.1:1', 40];
    await services.migrated();
    const file = join(dir, 'catalogue.yaml');
    writeFileSync(file, chaosCatalogue(submits, sandboxUrl, began));
    await runOk(env, 'apply', file);
    const { signal } = new AbortController();
    const offer = { at_ms: 0, what: 'summit-1' } as const;
    const history = await changeCatalogue({
      environment: { leadkeep: inHere(env), servers: { dir } as never, sandboxUrl, began },
      ...{ submits, over: signal, signal, onDone: () => undefined },
      changes: [
        { ...offer, kind: 'swap', buyer: 'harbor' },
        { ...offer, kind: 'pause' },
        { ...offer, kind: 'swap_back' },
      ],
    });
    expect(history.map(({ state }) => state.buyers['summit-1'])).to.deep.equal([
      ...[undefined, 'harbor', 'harbor', undefined],
    ]);
    const current = await createCatalogueStore(await services.connection()).current();
    const found = current?.document.offers.find(({ handle }) => handle === offer.what);
    const buyers = new Map(current?.document.buyers.map(({ id, handle }) => [id, handle]));
    expect([found?.status, buyers.get(found?.buyer_id ?? '')]).to.deep.equal(['paused', 'summit']);
  });
});
