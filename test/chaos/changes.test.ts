import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeCatalogue } from '../../chaos/operate/change-catalogue.js';
import { inHere } from '../../chaos/operate/leadkeep.js';
import { planOffers } from '../../chaos/plan/offers.js';
import { chaosCatalogue } from '../../chaos/plan/catalogue.js';
import { createCatalogueStore } from '../../src/platform/mongo/catalogue/catalogue-store.js';
import { createTimedChangeStore } from '../../src/platform/mongo/timed-changes/timed-change-store.js';
import { runOk } from '../cli/run-cli.js';
import { migratedServices } from '../support/services.js';

describe('the changes of the rehearsal', () => {
  const services = migratedServices();
  const dir = mkdtempSync(join(tmpdir(), 'leadkeep-test-'));
  before(async () => {
    await services.migrated();
    const file = join(dir, 'catalogue.yaml');
    writeFileSync(file, chaosCatalogue(40, 'http://127.0.0.1:1', new Date()));
    await runOk(services.env, 'apply', file);
  });
  after(async () => {
    rmSync(dir, { recursive: true });
    await services.close();
  });

  it('are made and end by themselves, also when a call is repeated that was stored', async () => {
    const { env } = services;
    const [began, submits, sandboxUrl] = [new Date(), 40, 'http://127.0.0.1:1'];
    const { signal } = new AbortController();
    const leadkeep = inHere(env);
    const history = await changeCatalogue({
      environment: {
        // Each command is carried out, and its answer is lost once.
        async leadkeep(args, ...more) {
          await leadkeep(args, ...more);
          return leadkeep(args, ...more);
        },
        ...{ servers: { dir } as never, sandboxUrl, began },
      },
      ...{ submits, over: signal, signal, onDone: () => undefined },
      changes: [
        { at_ms: 0, kind: 'pause_for', what: 'summit', for_ms: 600_000 },
        { at_ms: 0, kind: 'raise_for', what: 'harbor-1', for_ms: 600_000 },
      ],
    });
    const [pause, raised] = [{ paused: ['summit'] }, { raised: ['harbor-1'] }];
    const none = { paused: [], raised: [] };
    expect(history.map(({ state }) => state.timed)).to.deep.equal([
      ...[none, { ...none, ...pause }, { ...pause, ...raised }, { ...none, ...raised }, none],
    ]);
    const stored = await createTimedChangeStore(await services.connection()).toCome(new Date());
    const limit = planOffers(submits).find(({ handle }) => handle === 'harbor-1')?.caps[0]?.limit ?? 0;
    expect(stored.map((one) => [one.what, one.what === 'pause' ? undefined : one.value])).to.deep.equal([
      ['pause', undefined],
      ['limit', 2 * limit],
    ]);
    for (const [begun, ended, { until }] of [
      [history[1], history[3], stored[0]!],
      [history[2], history[4], stored[1]!],
    ] as const) {
      expect(until >= ended!.from && until <= ended!.by, 'it ends between the two').to.equal(true);
      expect(begun!.from < ended!.from).to.equal(true);
    }
  });

  it('take back what the same operator applied, which leadkeep refuses at first', async () => {
    const { env } = services;
    const [began, sandboxUrl, submits] = [new Date(), 'http://127.0.0.1:1', 40];
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
