import { IDS } from '../support/catalogue.js';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { createCatalogueStore } from '../../src/platform/mongo/catalogue/catalogue-store.js';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { testLead } from '../support/records.js';
import { migratedServices } from '../support/services.js';
import { runAt } from './run-cli.js';

const NOW = new Date('2026-11-21T17:00:00Z');
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000);

describe('leadkeep apply: a longer window does not bring expired claims back', () => {
  const services = migratedServices();
  const env = { ...services.env, LEADKEEP_SECRET_LAKESHORE_TOKEN: 'set' };
  let folder: string;
  let minimal: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'leadkeep-windows-'));
    minimal = await readFile('examples/minimal.yaml', 'utf8');
    await services.migrated();
  });
  after(async () => {
    await rm(folder, { recursive: true });
    await services.close();
  });

  const withWindow = async (duplicates: string): Promise<string> => {
    const where = path.join(folder, 'windows.yaml');
    await writeFile(where, minimal.replace('    price: 42.50\n', `$&    duplicates: ${duplicates}\n`));
    return where;
  };
  const warned = async (...args: string[]): Promise<string> => (await runAt(NOW, env, ...args)).stderr;

  it('tells which sales will not be found, before it is done and in a dry run', async () => {
    expect(await warned('apply', await withWindow('{ window_days: 90 }')), 'the first catalogue').to.equal(
      '',
    );
    const rolled = await warned('apply', 'examples/minimal.yaml');
    expect(rolled, 'a shorter window').to.equal('');
    const connection = await services.connection();
    const leads = createLeadStore(connection);
    const offer_id = (await createCatalogueStore(connection).current())!.document.offers[0]!.id;
    const sold = (days: number, over: object = {}) => {
      const { due_at: _, ...lead } = testLead({ id: randomUUID(), offer_id, state: 'accepted', ...over });
      return leads.insert({ ...lead, intent: { at: daysAgo(days), submission: 1, buyer_id: IDS.buyer } });
    };
    for (const days of [29, 31, 89, 91]) await sold(days);
    await sold(40, { is_test: true });
    await sold(40, { state: 'rejected' });
    await sold(40, { offer_id: randomUUID() });

    const said = (sales: string): string =>
      'warning: lakeshore-nursing looks back 90 days for duplicates, but claims were kept for only 30 days so far. ' +
      `Expired claims do not come back, so ${sales} from before 2026-10-22 will not be found\n`;
    const service = await withWindow('{ window_days: 90, scope: service }');
    expect(await warned('apply', service, '--dry-run')).to.equal(said('3 sales'));
    expect(await warned('catalogue', 'rollback', '1', '--dry-run')).to.equal(said('2 sales'));
    const longer = await withWindow('{ window_days: 90 }');
    expect(await warned('apply', longer, '--overwrite', '2')).to.equal(said('2 sales'));
    expect(await warned('apply', service), 'they are kept by now').to.equal('');
  });
});
